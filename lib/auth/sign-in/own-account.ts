/** The account of a caller who signed in with its password. */
import { invalidField, refusal } from '#lib/aip/errors.ts';
import type { Principal } from '#lib/auth/principal.ts';
import { isOwnUrl } from '#lib/auth/tokens/known-urls.ts';
import type { RowOf } from '#lib/resources/rows.ts';
import { is } from '#lib/store/predicates.ts';
import { committed } from '#lib/store/store.ts';
import { countAttempt, forgetAttempts } from '#lib/auth/attempts/attempts.ts';
import { verifyPassword } from '#lib/auth/passwords/passwords.ts';

/** Null for callers without a password here. */
export async function findOwnAccount(principal: Principal): Promise<RowOf<'Account'> | null> {
  const { issuer, subject, via } = principal;
  const isOwn = via === 'session' && (await isOwnUrl(issuer));
  return isOwn ? committed.first('Account', is('identityUid', subject)) : null;
}

/** @throws ApiError FAILED_PRECONDITION `NO_PASSWORD` for callers without a password here. */
export async function ownAccount(principal: Principal): Promise<RowOf<'Account'>> {
  const account = await findOwnAccount(principal);
  if (account !== null) return account;
  throw refusal('NO_PASSWORD', 'you do not sign in with a password of this installation');
}

/**
 * @throws ApiError INVALID_ARGUMENT on `currentPassword`; RESOURCE_EXHAUSTED after repeated
 *   failures.
 */
export async function requirePassword(
  { email, passwordHash }: RowOf<'Account'>,
  password: string,
): Promise<void> {
  const attempted = [{ what: `password:${email}` }];
  await countAttempt(attempted);
  if (!(await verifyPassword(password.slice(0, 1_024), passwordHash))) {
    throw invalidField('currentPassword', 'wrong password');
  }
  await forgetAttempts(attempted);
}
