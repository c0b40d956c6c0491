/**
 * The `act` claim of a token that was exchanged: the issuer and subject of the original token.
 *
 * @see https://www.rfc-editor.org/rfc/rfc8693#section-4.1
 */
import type { JWTPayload } from 'jose';
import { isJsonObject } from '#lib/aip/json.ts';

export interface ActorClaim {
  iss: string;
  sub: string;
}

/** The original token's issuer and subject; null for a token that was not exchanged. */
export function exchangedFrom({ act }: JWTPayload): { issuer: string; subject: string } | null {
  if (!isJsonObject(act)) return null;
  const { iss, sub } = act;
  return typeof iss === 'string' && typeof sub === 'string' ? { issuer: iss, subject: sub } : null;
}
