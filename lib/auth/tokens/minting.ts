/** Access tokens of the installation's own issuer: the subject is an identity's uid. */
import { SignJWT } from 'jose';
import { config } from '#lib/config.ts';
import type { ActorClaim } from './actor-claim.ts';
import { ALGORITHM, MAX_TOKEN_TTL_S, signingKey } from './keys.ts';

/** Names the identity key that a token was exchanged for. */
export const KEY_CLAIM = 'identity_key';

export interface MintOptions {
  identities?: readonly string[];
  act?: ActorClaim;
  key?: string | undefined;
  url?: string;
}

/**
 * Signs an access token (RFC 9068).
 *
 * @param ttlSeconds 1 to {@link MAX_TOKEN_TTL_S}.
 * @param options.identities the identities that the token acts as, if not its subject alone.
 * @param options.act issuer and subject of the token that is exchanged for this one.
 * @param options.key the uid of the identity key that is exchanged for this one.
 * @param options.url the installation's address, which is issuer and audience.
 */
export async function mintToken(
  identityUid: string,
  ttlSeconds: number,
  { identities = [], act, key, url = config().url }: MintOptions = {},
): Promise<string> {
  if (!(ttlSeconds >= 1 && ttlSeconds <= MAX_TOKEN_TTL_S)) {
    throw new RangeError(`a token lives 1 to ${MAX_TOKEN_TTL_S} seconds`);
  }
  const { kid, privateKey } = await signingKey();
  const now = Math.floor(Date.now() / 1000);
  return new SignJWT({
    ...(identities.length > 0 && { identities }),
    ...(act && { act }),
    ...(key !== undefined && { [KEY_CLAIM]: key }),
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
