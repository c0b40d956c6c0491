/** The claims of a signed token. */
import type { JWTPayload } from 'jose';
import { unauthenticated } from '#lib/aip/errors.ts';
import { isJsonObject } from '#lib/aip/json.ts';
import { timesProblem } from './times.ts';

/** The payload as claims. @throws ApiError UNAUTHENTICATED for anything but a JSON object. */
export function parseClaims(payload: Uint8Array): JWTPayload {
  let claims: unknown;
  try {
    claims = JSON.parse(new TextDecoder().decode(payload));
  } catch {
    claims = null;
  }
  if (!isJsonObject(claims)) throw unauthenticated('the token has no claims');
  return claims;
}

/** @throws ApiError UNAUTHENTICATED that says by how much the token has expired or is too early. */
export function checkTimes(payload: JWTPayload, now = Math.floor(Date.now() / 1000)): void {
  const problem = timesProblem(payload, now);
  if (problem !== null) throw unauthenticated(problem);
}
