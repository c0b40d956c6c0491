/** The claims of a signed token: `exp`, `nbf` and `iat` of a token, with 60 s of leeway for clocks that differ. */
import type { JWTPayload } from 'jose';
import { unauthenticated } from '#lib/aip/errors.ts';
import { isJsonObject } from '#lib/aip/json.ts';

const LEEWAY_S = 60;

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

function duration(seconds: number): string {
  const units: readonly (readonly [number, string])[] = [
    [86_400, 'day'],
    [3_600, 'hour'],
    [60, 'minute'],
    [1, 'second'],
  ];
  const [size, unit] = units.find(([length]) => seconds >= length) ?? [1, 'second'];
  const count = Math.max(1, Math.floor(seconds / size));
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}

/**
 * @param now seconds since the epoch.
 * @throws ApiError UNAUTHENTICATED that says by how much the token is too late or too early.
 */
export function checkTimes(payload: JWTPayload, now = Math.floor(Date.now() / 1000)): void {
  const { exp, nbf, iat } = payload;
  for (const [name, value] of Object.entries({ exp, nbf, iat })) {
    if (value !== undefined && typeof value !== 'number') {
      throw unauthenticated(`the token's ${name} is not a number`);
    }
  }
  if (exp === undefined) throw unauthenticated('the token has no expiry');
  if (now - LEEWAY_S >= exp) {
    throw unauthenticated(`the token expired ${duration(now - exp)} ago`);
  }
  const start = Math.max(nbf ?? 0, iat ?? 0);
  if (start > now + LEEWAY_S) {
    throw unauthenticated(`the token is not valid for another ${duration(start - now)}`);
  }
}
