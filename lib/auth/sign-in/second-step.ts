/** The second step of signing in with a password: a passkey, a code of an app or a recovery code. */
import { recordAboutIdentity } from '#lib/audit/about-identity.ts';
import { personActor } from '#lib/audit/record.ts';
import type { AccessEvent, Client } from '#lib/auth/access-record.ts';
import { acceptPasskey, comparedAnswer } from '#lib/auth/passkeys/accept.ts';
import type { PasskeyFailure, RightAnswer } from '#lib/auth/passkeys/accept.ts';
import { assertionIn, challengeIn } from '#lib/auth/passkeys/answers.ts';
import { isLive } from '#lib/auth/passkeys/challenges.ts';
import { acceptCode, acceptRecoveryCode, usableCodes } from '#lib/auth/second-factor/factors.ts';
import { pendingSignIn } from '#lib/auth/second-factor/pending-sign-ins.ts';
import { counts } from '#lib/counts.ts';
import type { RowOf } from '#lib/resources/rows.ts';
import { is } from '#lib/store/predicates.ts';
import { committed, transaction, type Transaction } from '#lib/store/store.ts';
import { attemptsFrom, forgetAttempts, secondsToWait } from '#lib/auth/attempts/attempts.ts';
import type { Attempted } from '#lib/auth/attempts/attempts.ts';
import { passwordPersonOf } from './password-person.ts';
import type { AccountResult, SecondStepFailure } from './result.ts';
import { recordFailure, type SigningIn } from './signing-in.ts';

/** The code of an app, a recovery code, or a browser's answer about a passkey as JSON. */
export type SecondStep = { code: string } | { recoveryCode: string } | { passkey: string };

/**
 * Every attempt counts for the account, in known browsers too: whoever comes here has the password.
 */
const codeAttemptsOf = (email: string, network: string): Attempted[] => [
  { what: `second step:${email}` },
  attemptsFrom('second step', network),
];

/** Completes the sign-in that this browser began with the right password. */
export async function takeSecondStep(given: SecondStep, client: SigningIn): Promise<AccountResult> {
  const { network, cookies } = client;
  const begun = await pendingSignIn(committed, cookies, Date.now());
  if (begun === null) return { kind: 'wrong', why: 'SecondStepEnded' };
  const attempted = codeAttemptsOf(begun.email, network);
  const seconds = await secondsToWait(attempted);
  if (seconds > 0) {
    await record(given, begun.email, client, 'RESOURCE_EXHAUSTED');
    return { kind: 'wait', seconds };
  }
  const right = 'passkey' in given ? await rightAnswer(given.passkey, begun) : null;
  if (typeof right === 'string') return failed(right, given, begun.email, client);
  const outcome = await transaction(async (tx) => {
    const now = Date.now();
    const pending = await pendingSignIn(tx, cookies, now);
    if (pending === null) return 'SecondStepEnded';
    const { email, tokenHash } = pending;
    const account = await tx.first('Account', is('email', email));
    if (account === null) return 'SecondStepEnded';
    if (right !== null) {
      const accepted = await acceptPasskey(tx, right, client);
      if (typeof accepted === 'string') return accepted;
    } else if ('code' in given) {
      if (!(await acceptCode(tx, email, given.code, now))) return 'WrongCode';
    } else if ('recoveryCode' in given) {
      if (!(await acceptRecoveryCode(tx, email, given.recoveryCode))) return 'WrongCode';
      await recordRecovery(tx, account, client);
    }
    await tx.deleteAll('PendingSignIn', is('tokenHash', tokenHash));
    return account;
  });
  if (typeof outcome === 'string') return failed(outcome, given, begun.email, client);
  await forgetAttempts(attempted);
  const shown = { passkey: right?.passkey ?? null, secondFactor: true };
  return { kind: 'right', person: await passwordPersonOf(outcome, shown) };
}

/** The answer of one of the account's passkeys to a challenge of this second step. */
async function rightAnswer(
  text: string,
  { email, tokenHash }: RowOf<'PendingSignIn'>,
): Promise<RightAnswer | PasskeyFailure> {
  const answer = assertionIn(text);
  const challenge = answer === null ? null : challengeIn(answer.response);
  if (answer === null || challenge === null) return 'WrongPasskey';
  const bound = { purpose: 'second step', pendingSignIn: tokenHash } as const;
  if (!isLive(challenge, bound, Date.now())) return 'PasskeyEnded';
  const { right } = await comparedAnswer(answer, challenge, { email, isAlone: false });
  return right ?? 'WrongPasskey';
}

async function failed(
  why: SecondStepFailure,
  given: SecondStep,
  email: string,
  client: SigningIn,
): Promise<AccountResult> {
  if (why === 'WrongCode' || why === 'WrongPasskey') {
    counts.signInFailures += 1;
    await record(given, email, client, 'UNAUTHENTICATED');
  }
  return { kind: 'wrong', why };
}

/** Whoever guesses codes has the password, so they have events other than wrong passwords. */
function eventOf(given: SecondStep): AccessEvent {
  if ('code' in given) return 'authenticator_app.used';
  return 'recoveryCode' in given ? 'recovery_code.used' : 'session.started';
}

async function record(
  given: SecondStep,
  email: string,
  client: SigningIn,
  result: 'UNAUTHENTICATED' | 'RESOURCE_EXHAUSTED',
): Promise<void> {
  const account = await committed.first('Account', is('email', email));
  recordFailure(account, client, result, eventOf(given));
}

async function recordRecovery(
  tx: Transaction,
  { email, identityUid }: RowOf<'Account'>,
  client: Client,
) {
  await recordAboutIdentity(tx, identityUid, {
    actor: await personActor(tx, identityUid, client),
    event: 'recovery_code.used',
    operation: 'use',
    facts: { codesLeft: await tx.count('RecoveryCode', usableCodes(email)) },
  });
}
