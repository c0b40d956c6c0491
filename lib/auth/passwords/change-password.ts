import { invalidField } from '#lib/aip/errors.ts';
import { all, is, not } from '#lib/store/predicates.ts';
import { transaction } from '#lib/store/store.ts';
import { endPendingSignIns } from '#lib/auth/second-factor/factors.ts';
import { notify } from '#lib/auth/notify.ts';
import { recordAccess, type Client } from '#lib/auth/access-record.ts';
import { endSessions, sessionsOfAccount } from '#lib/auth/sessions/sessions.ts';
import { passwordViolation } from './new-passwords.ts';
import { ownAccount, requirePassword } from '#lib/auth/sign-in/own-account.ts';
import { ownerOf } from '#lib/auth/sign-in/password-person.ts';
import { addressOf, hashFor } from '#lib/auth/sign-in/addresses.ts';
import { requireShownFactor } from '#lib/auth/sessions/recent-sign-in.ts';
import type { Principal } from '#lib/auth/principal.ts';

/**
 * Sets a new password, ends every other session of the person, and makes an unused link of
 * `grove passwords reset` worthless.
 *
 * @throws ApiError FAILED_PRECONDITION for callers without a password here, or
 *   `REAUTHENTICATION_REQUIRED` in a session that lacks a second factor;
 *   INVALID_ARGUMENT on `currentPassword` or `newPassword`; RESOURCE_EXHAUSTED
 *   after repeated failures.
 */
export async function changePassword(
  principal: Principal,
  currentPassword: string,
  newPassword: string,
  client: Client,
): Promise<void> {
  const { subject, session } = principal;
  const account = await ownAccount(principal);
  const { email } = account;
  const violation = passwordViolation(newPassword, await ownerOf(account));
  if (violation !== null) throw invalidField('newPassword', violation);
  await requirePassword(account, currentPassword);
  await requireShownFactor(principal, 'a change of your password');
  const passwordHash = await hashFor(newPassword, addressOf(account), subject);
  const whereOwnSession = await sessionsOfAccount(subject);
  await transaction(async (tx) => {
    const columns = { passwordHash, updateTime: new Date() };
    const known = all(is('email', email), is('updateTime', account.updateTime));
    if ((await tx.note('Account', known, columns)) === 0) throw notTheirs();
    await tx.deleteAll('PasswordReset', is('email', email));
    await recordAccess(tx, 'password.updated', principal, { ...client, credential: session });
    await endSessions(tx, all(whereOwnSession, not(is('uid', session ?? ''))), client);
    await endPendingSignIns(tx, email);
  });
  notify(account, 'passwordChanged', client);
}

const notTheirs = () => invalidField('currentPassword', 'wrong password');
