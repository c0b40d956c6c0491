/** The own tokens that were revoked before they expired, by their `jti`. */
import type { JWTPayload } from 'jose';
import { unauthenticated } from '#lib/aip/errors.ts';
import { is } from '#lib/store/predicates.ts';
import { committed } from '#lib/store/store.ts';

/**
 * A revocation raises the access revision, so a caller that is cached since then is not revoked.
 *
 * @throws ApiError UNAUTHENTICATED
 */
export async function checkNotRevoked({ jti }: JWTPayload): Promise<void> {
  if (typeof jti !== 'string') return;
  const revoked = await committed.first('RevokedToken', is('jti', jti));
  if (revoked !== null) throw unauthenticated('the token was revoked');
}
