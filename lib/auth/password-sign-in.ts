/** Signing in with e-mail and password. */
import { isApiError } from '#lib/aip/errors.ts';
import { prepared } from '#lib/store/database.ts';
import { countAttempt, forgetAttempts } from './attempts.ts';
import { verifyPassword } from './passwords.ts';

/** Who signed in, or how long the next attempt has to wait, or null: one of the two was wrong. */
export type SignInResult = { email: string; identityUid: string } | { waitSeconds: number } | null;

/** The same answer, after the same time, for a wrong password and for an unknown address. */
export async function signInWithPassword(email: string, password: string): Promise<SignInResult> {
  const address = email.trim().toLowerCase().slice(0, 254);
  const attempt = `sign-in:${address}`;
  try {
    await countAttempt(attempt);
  } catch (error) {
    if (!isApiError(error) || error.status !== 'RESOURCE_EXHAUSTED') throw error;
    return { waitSeconds: Number(error.metadata['retryAfterSeconds']) };
  }
  const account = prepared('SELECT "passwordHash", "identityUid" FROM "Account" WHERE "email" = ?').get(
    address,
  ) as { passwordHash: string; identityUid: string } | undefined;
  if (!(await verifyPassword(password.slice(0, 1_024), account?.passwordHash ?? null))) return null;
  if (account === undefined) return null;
  await forgetAttempts(attempt);
  return { email: address, identityUid: account.identityUid };
}
