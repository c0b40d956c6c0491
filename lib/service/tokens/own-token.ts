import { decodeJwt, type JWTPayload } from 'jose';
import { isApiError } from '#lib/aip/errors.ts';
import { fromToken } from '#lib/auth/tokens/from-token.ts';
import type { Principal } from '#lib/auth/principal.ts';
import { isOwnUrl } from '#lib/auth/tokens/known-urls.ts';

interface OwnToken {
  claims: JWTPayload;
  principal: Principal;
}

/** The issuer that a token names, before any check; null for a text that is not a token. */
export function claimedIssuer(token: string): string | null {
  try {
    return decodeJwt(token).iss ?? null;
  } catch {
    return null;
  }
}

/** A token of this installation; null if a request with it would be refused now. */
export async function validOwnToken(token: string): Promise<OwnToken | null> {
  const issuer = claimedIssuer(token);
  if (issuer === null || !(await isOwnUrl(issuer))) return null;
  try {
    const principal = await fromToken(token);
    return { claims: decodeJwt(token), principal };
  } catch (error) {
    if (isApiError(error) && error.status === 'UNAUTHENTICATED') return null;
    throw error;
  }
}
