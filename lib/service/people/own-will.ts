import { refusal } from '#lib/aip/errors.ts';
import { noIdentity } from '#lib/auth/own-identity.ts';
import { OPERATOR } from '#lib/service/people/operator.ts';
import type { Call } from '#lib/service/calls/call.ts';

/**
 * Somebody joins and leaves organizations with credentials of their own, which are limited to nothing.
 *
 * @throws ApiError FAILED_PRECONDITION `KEY_NOT_ALLOWED`, `NO_IDENTITY`.
 */
export function requireActsAlone({ principal, actor }: Call): void {
  if (actor === OPERATOR) return;
  if (principal.key !== undefined) {
    const words =
      'a key cannot join or leave an organization; sign in, or use a token of your issuer';
    throw refusal('KEY_NOT_ALLOWED', words, principal.key.uid);
  }
  if (!principal.isWhole) throw noIdentity();
}
