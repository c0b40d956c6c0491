/** Tokens that this installation signed. */
import { compactVerify, errors } from 'jose';
import type { CryptoKey, JWTPayload } from 'jose';
import { unauthenticated } from '#lib/aip/errors.ts';
import { refusedToken } from '#lib/auth/refused-uses.ts';
import { is } from '#lib/store/predicates.ts';
import { committed } from '#lib/store/store.ts';
import { ALGORITHM, verifyingKey } from './keys.ts';
import { ownUrls } from './known-urls.ts';
import { checkTimes, headerOf, OTHER_AUDIENCE, parseClaims } from './claims.ts';
import { onceVerified } from './verified.ts';

/** @throws ApiError UNAUTHENTICATED that names the flaw of the token. */
export async function verifyOwnToken(token: string, revision?: string): Promise<JWTPayload> {
  const payload = await verifySignature(token, revision);
  checkTimes(payload);
  const audiences = [payload.aud ?? []].flat();
  const own = await ownUrls(revision);
  if (!audiences.some((audience) => own.has(audience))) {
    throw await refusedToken(OTHER_AUDIENCE, String(payload.sub));
  }
  return payload;
}

/**
 * Refuses a token that was revoked before it expired. A revocation raises the access revision, so a
 * caller that is cached since then is not revoked.
 *
 * @throws ApiError UNAUTHENTICATED
 */
export async function checkNotRevoked({ jti, sub }: JWTPayload): Promise<void> {
  if (typeof jti !== 'string') return;
  const revoked = await committed.rows('RevokedToken', is('jti', jti));
  if (revoked.length > 0) throw await refusedToken('the token was revoked', String(sub));
}

async function verifySignature(token: string, revision?: string): Promise<JWTPayload> {
  const key = await keyOf(token, revision);
  try {
    return await onceVerified(token, key, async () => {
      const { payload } = await compactVerify(token, key, { algorithms: [ALGORITHM] });
      return parseClaims(payload);
    });
  } catch (error) {
    if (error instanceof errors.JOSEError) {
      throw unauthenticated('the signature of the token does not verify');
    }
    throw error;
  }
}

async function keyOf(token: string, revision?: string): Promise<CryptoKey> {
  const { kid } = headerOf(token, [ALGORITHM]);
  const key = typeof kid === 'string' ? await verifyingKey(kid, revision) : undefined;
  if (key === undefined) throw unauthenticated('the token is signed with an unknown key');
  return key;
}
