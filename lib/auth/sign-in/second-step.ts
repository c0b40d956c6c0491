/** The second step of signing in with a password: a code of an app, or a recovery code. */
import { recordAboutIdentity } from '#lib/audit/about-identity.ts';
import { acceptCode, acceptRecoveryCode, usableCodes } from '#lib/auth/second-factor/factors.ts';
import { pendingSignIn } from '#lib/auth/second-factor/pending-sign-ins.ts';
import { counts } from '#lib/counts.ts';
import type { RowOf } from '#lib/resources/rows.ts';
import { is } from '#lib/store/predicates.ts';
import { committed, transaction } from '#lib/store/store.ts';
import type { Transaction } from '#lib/store/store.ts';
import { attemptsFrom, forgetAttempts, secondsToWait } from './attempts.ts';
import type { Attempted } from './attempts.ts';
import { passwordPersonOf } from './password-person.ts';
import type { PasswordPerson } from './password-person.ts';
import type { SigningIn } from './password-sign-in.ts';

/** Why a second step failed: what it continues has ended, or the code was wrong. */
export type SecondStepFailure = 'SecondStepEnded' | 'WrongCode';

/**
 * Every attempt counts for the account, in known browsers too: whoever comes here has the password.
 */
const codeAttemptsOf = (email: string, network: string): Attempted[] => [
  { what: `second step:${email}` },
  attemptsFrom('second step', network),
];

/**
 * Completes the sign-in that this browser began with the right password.
 *
 * @param given the code of an app, or a recovery code.
 */
export async function takeSecondStep(
  given: { code: string } | { recoveryCode: string },
  { network, cookies }: SigningIn,
): Promise<PasswordPerson | { waitSeconds: number } | SecondStepFailure> {
  const begun = await pendingSignIn(committed, cookies, Date.now());
  if (begun === null) return 'SecondStepEnded';
  const attempted = codeAttemptsOf(begun.email, network);
  const waitSeconds = await secondsToWait(attempted);
  if (waitSeconds > 0) return { waitSeconds };
  const outcome = await transaction(async (tx) => {
    const now = Date.now();
    const pending = await pendingSignIn(tx, cookies, now);
    if (pending === null) return 'SecondStepEnded';
    const { email, tokenHash } = pending;
    const account = await tx.first('Account', is('email', email));
    if (account === null) return 'SecondStepEnded';
    if ('code' in given) {
      if (!(await acceptCode(tx, email, given.code, now))) return 'WrongCode';
    } else {
      if (!(await acceptRecoveryCode(tx, email, given.recoveryCode))) return 'WrongCode';
      await recordRecovery(tx, account);
    }
    await tx.deleteAll('PendingSignIn', is('tokenHash', tokenHash));
    return account;
  });
  if (typeof outcome === 'string') {
    if (outcome === 'WrongCode') counts.signInFailures += 1;
    return outcome;
  }
  await forgetAttempts(attempted);
  return passwordPersonOf(outcome);
}

async function recordRecovery(tx: Transaction, { email, identityUid }: RowOf<'Account'>) {
  await recordAboutIdentity(tx, identityUid, {
    event: 'recovery_code.used',
    operation: 'use',
    facts: { codesLeft: await tx.count('RecoveryCode', usableCodes(email)) },
  });
}
