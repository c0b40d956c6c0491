/** Tokens that this installation signed. */
import { compactVerify, decodeProtectedHeader, errors } from 'jose';
import type { CryptoKey, JWTPayload, ProtectedHeaderParameters } from 'jose';
import { unauthenticated } from '#lib/aip/errors.ts';
import { ALGORITHM, verifyingKey } from './keys.ts';
import { ownUrls } from './known-urls.ts';
import { checkTimes, parseClaims } from './claims.ts';
import { onceVerified } from './verified.ts';

/** @throws ApiError UNAUTHENTICATED that names the flaw of the token. */
export async function verifyOwnToken(token: string, revision?: number): Promise<JWTPayload> {
  const payload = await verifySignature(token, revision);
  checkTimes(payload);
  const audiences = [payload.aud ?? []].flat();
  const own = await ownUrls(revision);
  if (!audiences.some((audience) => own.has(audience))) {
    throw unauthenticated('the token is meant for another audience');
  }
  return payload;
}

async function verifySignature(token: string, revision?: number): Promise<JWTPayload> {
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

async function keyOf(token: string, revision?: number): Promise<CryptoKey> {
  let header: ProtectedHeaderParameters;
  try {
    header = decodeProtectedHeader(token);
  } catch {
    throw unauthenticated('the token is not a JWT');
  }
  if (header.alg !== ALGORITHM) {
    throw unauthenticated('the token is signed with an algorithm that is not accepted');
  }
  const { kid } = header;
  const key = typeof kid === 'string' ? await verifyingKey(kid, revision) : undefined;
  if (key === undefined) throw unauthenticated('the token is signed with an unknown key');
  return key;
}
