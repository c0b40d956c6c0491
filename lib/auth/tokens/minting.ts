/** Access tokens of the installation's own issuer: the subject is an identity's uid. */
import { SignJWT, type JWTPayload } from 'jose';
import { config } from '#lib/config.ts';
import { isJsonObject } from '#lib/aip/json.ts';
import { ALGORITHM, MAX_TOKEN_TTL_S, signingKey } from './keys.ts';

export const KEY_CLAIM = 'identity_key';

/** True if the token acts as every identity of its caller, and not only as those that it lists. */
export const WHOLE_CLAIM = 'whole';

/** The one identity that an exchange narrowed a token to; null if it has several or all. */
export function narrowedTo({ identities, act, [WHOLE_CLAIM]: whole }: JWTPayload): string | null {
  if (act === undefined || whole === true || !Array.isArray(identities)) return null;
  return identities.length === 1 ? String(identities[0]) : null;
}

/** When the token was made, in milliseconds, which `iat` does not say. */
const TIME_CLAIM = 'iat_ms';

/** The time of issue in milliseconds since 1970; 0 without one. */
export function issuedAt({ iat = 0, [TIME_CLAIM]: time }: JWTPayload): number {
  return typeof time === 'number' ? time : iat * 1000;
}

/**
 * The issuer and subject of the original token; null for a token that was not exchanged.
 *
 * @see https://www.rfc-editor.org/rfc/rfc8693#section-4.1
 */
export function exchangedFrom({ act }: JWTPayload): { issuer: string; subject: string } | null {
  if (!isJsonObject(act)) return null;
  const { iss, sub } = act;
  return typeof iss === 'string' && typeof sub === 'string' ? { issuer: iss, subject: sub } : null;
}

interface MintOptions {
  identities?: readonly string[];
  act?: { iss: string; sub: string };
  key?: string | undefined;
  isWhole?: boolean;
  url?: string;
}

/**
 * Signs an access token (RFC 9068).
 *
 * @param ttlSeconds 1 to {@link MAX_TOKEN_TTL_S}.
 * @param options.identities the identities that the token acts as, if not its subject alone.
 * @param options.act issuer and subject of the token that is exchanged for this one.
 * @param options.key the uid of the identity key that is exchanged for this one.
 * @param options.isWhole whether it also acts as identities that name its caller from now on.
 * @param options.url the installation's address, which is issuer and audience.
 */
export async function mintToken(
  identityUid: string,
  ttlSeconds: number,
  { identities = [], act, key, isWhole = false, url = config().url }: MintOptions = {},
): Promise<string> {
  if (!(ttlSeconds >= 1 && ttlSeconds <= MAX_TOKEN_TTL_S)) {
    throw new RangeError(`a token lives 1 to ${MAX_TOKEN_TTL_S} seconds`);
  }
  const { kid, privateKey } = await signingKey();
  const time = Date.now();
  const now = Math.floor(time / 1000);
  return new SignJWT({
    ...(identities.length > 0 && { identities }),
    ...(act && { act }),
    ...(key !== undefined && { [KEY_CLAIM]: key }),
    ...(isWhole && { [WHOLE_CLAIM]: true }),
    [TIME_CLAIM]: time,
  })
    .setProtectedHeader({ alg: ALGORITHM, kid, typ: 'at+jwt' })
    .setIssuer(url)
    .setAudience(url)
    .setSubject(identityUid)
    .setIssuedAt(now)
    .setExpirationTime(now + Math.floor(ttlSeconds))
    .setJti(crypto.randomUUID())
    .sign(privateKey);
}
