/** Signing in with e-mail and password. */
import { isApiError } from '#lib/aip/errors.ts';
import { MAX_EMAIL_LENGTH } from '#lib/resources/fields.ts';
import { prepared } from '#lib/store/database.ts';
import { attemptsFrom, countAttempt, forgetAttempts } from './attempts.ts';
import { verifyPassword } from './passwords.ts';

/** Who signed in, or how long the next attempt has to wait, or null: one of the two was wrong. */
export type SignInResult = { email: string; identityUid: string } | { waitSeconds: number } | null;

const ACCOUNT = 'SELECT "passwordHash", "identityUid" FROM "Account" WHERE "email" = ?';

/** The same answer, after the same time, for a wrong password and for an unknown address. */
export async function signInWithPassword(
  email: string,
  password: string,
  clientAddress: string,
): Promise<SignInResult> {
  const address = email.trim().toLowerCase().slice(0, MAX_EMAIL_LENGTH);
  const attempted = [{ what: `sign-in:${address}` }, attemptsFrom('sign-in', clientAddress)];
  try {
    await countAttempt(attempted);
  } catch (error) {
    if (!isApiError(error) || error.status !== 'RESOURCE_EXHAUSTED') throw error;
    return { waitSeconds: Number(error.metadata['retryAfterSeconds']) };
  }
  const account = prepared(ACCOUNT).get(address) as
    { passwordHash: string; identityUid: string } | undefined;
  if (!(await verifyPassword(password.slice(0, 1_024), account?.passwordHash ?? null))) return null;
  if (account === undefined) return null;
  await forgetAttempts(attempted);
  return { email: address, identityUid: account.identityUid };
}
