import { failedPrecondition, invalidField } from '#lib/aip/errors.ts';
import { all, is, isIn, not } from '#lib/store/predicates.ts';
import { committed, transaction } from '#lib/store/store.ts';
import { countAttempt, forgetAttempts } from './attempts.ts';
import { isOwnUrl, ownUrls } from '#lib/auth/tokens/known-urls.ts';
import { passwordViolation } from './new-passwords.ts';
import { ownerOf } from './password-owner.ts';
import { hashPassword, verifyPassword } from './passwords.ts';
import type { Principal } from '#lib/auth/principal.ts';

/**
 * Sets a new password, ends every other session of the person, and makes an unused link of
 * `grove passwords reset` worthless.
 *
 * @throws ApiError FAILED_PRECONDITION for callers without a password here;
 *   INVALID_ARGUMENT on `currentPassword` or `newPassword`; RESOURCE_EXHAUSTED
 *   after repeated failures.
 */
export async function changePassword(
  principal: Principal,
  currentPassword: string,
  newPassword: string,
): Promise<void> {
  const { issuer, subject, session, via } = principal;
  const isOwn = via === 'session' && (await isOwnUrl(issuer));
  const account = isOwn ? await committed.first('Account', is('identityUid', subject)) : null;
  if (account === null) {
    throw failedPrecondition([
      {
        type: 'NO_PASSWORD',
        description: 'you do not sign in with a password of this installation',
      },
    ]);
  }
  const violation = passwordViolation(newPassword, await ownerOf(account));
  if (violation !== null) throw invalidField('newPassword', violation);
  const attempted = [{ what: `password:${account.email}` }];
  await countAttempt(attempted);
  if (!(await verifyPassword(currentPassword, account.passwordHash))) {
    throw notTheirs();
  }
  await forgetAttempts(attempted);
  const passwordHash = await hashPassword(newPassword);
  const isOwnSession = all(isIn('issuer', [...(await ownUrls())]), is('subject', subject));
  await transaction(async (tx) => {
    const columns = { passwordHash, updateTime: new Date() };
    const known = all(is('email', account.email), is('updateTime', account.updateTime));
    if ((await tx.note('Account', known, columns)) === 0) throw notTheirs();
    await tx.deleteAll('PasswordReset', is('email', account.email));
    await tx.deleteAll('Session', all(isOwnSession, not(is('uid', session ?? ''))));
  });
}

const notTheirs = () => invalidField('currentPassword', 'is not your password');
