/** The header and the claims of a token. */
import { decodeJwt, decodeProtectedHeader } from 'jose';
import type { JWTPayload, ProtectedHeaderParameters } from 'jose';
import { unauthenticated } from '#lib/aip/errors.ts';
import { isJsonObject, jsonIn } from '#lib/aip/json.ts';
import { timesProblem } from './times.ts';

/** In characters; longer than the tokens of any issuer. */
export const MAX_TOKEN_LENGTH = 16 * 1024;

/** Why a token is refused that names another audience. */
export const OTHER_AUDIENCE = 'the token is meant for another audience';

/** The claims of a token before anything of it is verified; null for text that is not a token. */
export function unverifiedClaims(token: string): JWTPayload | null {
  try {
    return decodeJwt(token);
  } catch {
    return null;
  }
}

/**
 * The header of a token that is signed with one of the algorithms.
 *
 * @throws ApiError UNAUTHENTICATED
 */
export function headerOf(token: string, algorithms: readonly string[]): ProtectedHeaderParameters {
  let header: ProtectedHeaderParameters;
  try {
    header = decodeProtectedHeader(token);
  } catch {
    throw unauthenticated('the token is not a JWT');
  }
  if (header.alg !== undefined && algorithms.includes(header.alg)) return header;
  throw unauthenticated('the token is signed with an algorithm that is not accepted');
}

/**
 * The payload as claims.
 *
 * @throws ApiError UNAUTHENTICATED for anything but a JSON object, and for NUL in it.
 */
export function parseClaims(payload: Uint8Array): JWTPayload {
  const text = new TextDecoder().decode(payload);
  const claims = jsonIn(text);
  if (!isJsonObject(claims)) throw unauthenticated('the token has no claims');
  requireNoNul(text, 'the token');
  return claims;
}

/** NUL in JSON is always escaped. An even number of backslashes before it is text of its own. */
const NUL = /(?<!\\)(?:\\\\)*\\u0000/;

/**
 * PostgreSQL stores no text with NUL.
 *
 * @throws ApiError UNAUTHENTICATED that names where it is, if a key or a value of the JSON has one.
 */
export function requireNoNul(json: string, where: string): void {
  if (NUL.test(json)) throw unauthenticated(`${where} has a NUL character in its claims`);
}

/** @throws ApiError UNAUTHENTICATED that says by how much the token has expired or is too early. */
export function checkTimes(payload: JWTPayload, now = Math.floor(Date.now() / 1000)): void {
  const problem = timesProblem(payload, now);
  if (problem !== null) throw unauthenticated(problem);
}
