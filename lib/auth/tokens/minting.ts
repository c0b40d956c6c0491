/** Access tokens of the installation's own issuer: the subject is an identity's uid. */
import { SignJWT } from 'jose';
import { config } from '#lib/config.ts';
import { ALGORITHM, MAX_TOKEN_TTL_S, signingKey } from './keys.ts';

/**
 * Signs a token.
 *
 * @param ttlSeconds 1 to {@link MAX_TOKEN_TTL_S}.
 * @param identities further identities that the token acts as.
 * @param url the installation's address, which is issuer and audience.
 */
export async function mintToken(
  identityUid: string,
  ttlSeconds: number,
  { identities = [], url = config().url }: { identities?: readonly string[]; url?: string } = {},
): Promise<string> {
  if (!(ttlSeconds >= 1 && ttlSeconds <= MAX_TOKEN_TTL_S)) {
    throw new RangeError(`a token lives 1 to ${MAX_TOKEN_TTL_S} seconds`);
  }
  const { kid, privateKey } = await signingKey();
  const now = Math.floor(Date.now() / 1000);
  return new SignJWT(identities.length > 0 ? { identities } : {})
    .setProtectedHeader({ alg: ALGORITHM, kid, typ: 'JWT' })
    .setIssuer(url)
    .setAudience(url)
    .setSubject(identityUid)
    .setIssuedAt(now)
    .setExpirationTime(now + Math.floor(ttlSeconds))
    .setJti(crypto.randomUUID())
    .sign(privateKey);
}
