import { failedPrecondition, invalidField } from '#lib/aip/errors.ts';
import { prisma, transaction } from '#lib/store/database.ts';
import { countAttempt, forgetAttempts } from './attempts.ts';
import { isOwnUrl, ownUrls } from '#lib/auth/tokens/known-urls.ts';
import { passwordViolation } from './new-passwords.ts';
import { hashPassword, verifyPassword } from './passwords.ts';
import type { Principal } from '#lib/auth/principal.ts';

/**
 * Sets a new password and ends every other session of the person.
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
  const isOwn = via === 'session' && isOwnUrl(issuer);
  const account = isOwn
    ? await prisma().account.findUnique({ where: { identityUid: subject } })
    : null;
  if (account === null) {
    throw failedPrecondition([
      {
        type: 'NO_PASSWORD',
        description: 'you do not sign in with a password of this installation',
      },
    ]);
  }
  const violation = passwordViolation(newPassword, { email: account.email });
  if (violation !== null) throw invalidField('newPassword', violation);
  const attempted = [{ what: `password:${account.email}` }];
  await countAttempt(attempted);
  if (!(await verifyPassword(currentPassword, account.passwordHash))) {
    throw invalidField('currentPassword', 'is not your password');
  }
  await forgetAttempts(attempted);
  const passwordHash = await hashPassword(newPassword);
  await transaction(async (tx) => {
    await tx.account.update({
      where: { email: account.email },
      data: { passwordHash, updateTime: new Date() },
    });
    await tx.session.deleteMany({
      where: { issuer: { in: ownUrls() }, subject, uid: { not: session ?? '' } },
    });
  });
}
