/** The second factors of an account, and what accepts them. */
import { inOrder } from '#lib/in-order.ts';
import type { RowOf } from '#lib/resources/rows.ts';
import { decryptSecret } from '#lib/secrets/encryption.ts';
import { all, is, not } from '#lib/store/predicates.ts';
import type { Reads, Transaction } from '#lib/store/store.ts';
import { recoveryCodeHash } from './recovery-code-text.ts';
import { acceptedStep } from './totp.ts';

type First = Pick<Reads, 'first'>;

/** The passkeys or authenticator apps of an account that count. */
export const activeFactors = (email: string) =>
  all(is('email', email), not(is('activeTime', null)));

/** The time from which the passkey counts: its own, or that of a passkey that was shown to add it. */
export const countsSince = ({ vouchedSince, activeTime, createTime }: RowOf<'Passkey'>): Date =>
  vouchedSince ?? activeTime ?? createTime;

/** The recovery codes of an account that its owner has confirmed to have saved. */
export const usableCodes = (email: string) => all(is('email', email), is('confirmed', true));

/** Whether a password alone no longer signs in to the account. */
export async function hasSecondFactor(reads: First, email: string): Promise<boolean> {
  return (await waysOfSecondStep(reads, email)).length > 0;
}

export type SecondStepWay = 'passkey' | 'code';

/** What completes a sign-in with the password, besides recovery codes. */
export async function waysOfSecondStep(reads: First, email: string): Promise<SecondStepWay[]> {
  const [passkey, app] = await inOrder(
    reads.first('Passkey', activeFactors(email)),
    reads.first('AuthenticatorApp', activeFactors(email)),
  );
  return [
    ...(passkey === null ? [] : (['passkey'] as const)),
    ...(app === null ? [] : (['code'] as const)),
  ];
}

/** Whether the code is that of one of the apps. No code is accepted twice. */
export async function acceptCode(
  tx: Transaction,
  email: string,
  code: string,
  now: number,
): Promise<boolean> {
  for (const { uid, secret, lastStep } of await tx.find('AuthenticatorApp', activeFactors(email))) {
    const step = acceptedStep(decryptSecret(secret, uid), code, lastStep, now);
    if (step !== null) {
      const used = { lastStep: step, lastUsedTime: new Date(now) };
      await tx.note('AuthenticatorApp', is('uid', uid), used);
      return true;
    }
  }
  return false;
}

/** Uses up a recovery code. Returns false if the code is unknown. */
export async function acceptRecoveryCode(
  tx: Transaction,
  email: string,
  code: string,
): Promise<boolean> {
  const codeHash = recoveryCodeHash(code);
  if (codeHash === null) return false;
  const found = all(usableCodes(email), is('codeHash', codeHash));
  return (await tx.deleteAll('RecoveryCode', found)) > 0;
}

/** Ends the sign-ins that wait for a second factor. They begin again with the password. */
export async function endPendingSignIns(tx: Transaction, email: string): Promise<void> {
  await tx.deleteAll('PendingSignIn', is('email', email));
}
