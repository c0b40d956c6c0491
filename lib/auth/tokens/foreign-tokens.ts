/** Tokens of registered third-party issuers. */
import { compactVerify, decodeJwt, errors } from 'jose';
import type { CompactVerifyResult, JWTPayload } from 'jose';
import { isApiError, unauthenticated } from '#lib/aip/errors.ts';
import { refusedForeignToken } from '#lib/auth/refused-uses.ts';
import { FetchError } from '#lib/net/guarded-request.ts';
import { isRegistered, publishedAnewBy, publishedBy, type IssuerKeys } from './issuers.ts';
import { checkTimes, headerOf, OTHER_AUDIENCE, parseClaims } from './claims.ts';
import { onceVerified } from './verified.ts';

const ALGORITHMS = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
];

/**
 * Verifies signature, times and audience of a token, and returns its claims.
 *
 * @param isAudience true for claims whose audience is right. It is checked before the issuer is
 * contacted.
 * @throws ApiError UNAUTHENTICATED that names the flaw of the token.
 */
export async function verifyForeignToken(
  token: string,
  issuer: string,
  isAudience: (claims: JWTPayload) => boolean | Promise<boolean>,
): Promise<JWTPayload> {
  headerOf(token, ALGORITHMS);
  if (!(await isRegistered(issuer))) {
    throw unauthenticated(
      `no identity is registered for the token's issuer ${issuer.slice(0, 200)}`,
    );
  }
  const given = decodeJwt(token);
  if (!(await isAudience(given))) {
    const person = { issuer, subject: String(given.sub) };
    throw await refusedForeignToken(OTHER_AUDIENCE, person);
  }
  const claims = await verify(token, issuer);
  checkTimes(claims);
  return claims;
}

async function verify(token: string, issuer: string): Promise<JWTPayload> {
  try {
    return await verifyWith(token, (await publishedBy(issuer)).keys);
  } catch (error) {
    if (!(error instanceof errors.JWKSNoMatchingKey)) throw explained(error, issuer);
  }
  try {
    const newer = await publishedAnewBy(issuer);
    if (newer === null) throw new errors.JWKSNoMatchingKey();
    return await verifyWith(token, newer.keys);
  } catch (error) {
    throw explained(error, issuer);
  }
}

function verifyWith(token: string, keys: IssuerKeys): Promise<JWTPayload> {
  return onceVerified(token, keys, async () => parseClaims((await tryKeys(token, keys)).payload));
}

async function tryKeys(token: string, keys: IssuerKeys): Promise<CompactVerifyResult> {
  try {
    return await compactVerify(token, keys, { algorithms: ALGORITHMS });
  } catch (error) {
    if (!(error instanceof errors.JWKSMultipleMatchingKeys)) throw error;
    // Several keys match if they share the id or the token names none. Try each, and skip those
    // that cannot be used.
    for await (const key of error) {
      const verified = await compactVerify(token, key, { algorithms: ALGORITHMS }).catch(
        () => null,
      );
      if (verified !== null) return verified;
    }
    throw new errors.JWSSignatureVerificationFailed();
  }
}

function explained(error: unknown, issuer: string): unknown {
  if (isApiError(error)) return error;
  if (error instanceof FetchError) {
    return unauthenticated(
      `the keys of the token's issuer ${issuer} cannot be fetched: ${error.message}`,
    );
  }
  if (error instanceof errors.JWKSNoMatchingKey) {
    return unauthenticated('the token is signed with an unknown key');
  }
  if (error instanceof errors.JOSEError) {
    return unauthenticated('the signature of the token does not verify');
  }
  // WebCrypto throws these for a published key that is malformed or too weak.
  if (error instanceof TypeError || error instanceof DOMException) {
    return unauthenticated('the key that its issuer publishes for the token cannot be used');
  }
  return error;
}
