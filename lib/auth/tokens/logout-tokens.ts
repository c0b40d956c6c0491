/**
 * Logout tokens, with which an issuer says that a person has signed out there.
 *
 * @see https://openid.net/specs/openid-connect-backchannel-1_0.html
 */
import { decodeProtectedHeader, type JWTPayload } from 'jose';
import { z } from 'zod';
import { isJsonObject } from '#lib/aip/json.ts';
import { countRequest } from '#lib/limits/request-rates.ts';
import { text } from '#lib/resources/fields.ts';
import { MAX_TOKEN_LENGTH, unverifiedClaims } from './claims.ts';
import { verifyForeignToken } from './foreign-tokens.ts';
import { inParameter, invalidRequest } from './oauth-requests.ts';

const EVENT = 'http://schemas.openid.net/event/backchannel-logout';

/** `JWT` says nothing about the kind of a token, and many issuers still send it. */
const TYPES = ['logout+jwt', 'application/logout+jwt', 'jwt', undefined];

/** A used token is remembered for this time after it was issued, so an older one is refused. */
const LIFETIME_S = 600;

/** PostgreSQL stores no text with NUL. */
const value = (maximum: number) =>
  text(1, maximum).refine((given) => !given.includes('\0') && given.isWellFormed(), {
    error: 'must be well-formed Unicode without NUL',
  });

/** A list of one is the same as its one audience; Grove trusts no other audience of a provider. */
const audience = z.preprocess(
  (given) => (Array.isArray(given) && given.length === 1 ? (given[0] as unknown) : given),
  value(256),
);

const sid = value(256);

const claims = z
  .object({
    iss: value(2_048),
    aud: audience,
    iat: z.number(),
    jti: value(1_024),
    sub: value(1_024).optional(),
    sid: sid.optional(),
    // Without this rule an ID token could end sessions.
    nonce: z.never({ error: 'must not be in a logout token' }).optional(),
    events: z.record(z.string(), z.unknown()).refine((events) => isJsonObject(events[EVENT]), {
      error: `must have ${EVENT}, an object`,
    }),
  })
  .refine((given) => given.sub !== undefined || given.sid !== undefined, {
    error: 'must be there, or sid',
    path: ['sub'],
  })
  .transform((given) => ({
    issuer: given.iss,
    clientId: given.aud,
    jti: given.jti,
    /** The person, all of whose sessions end unless `sid` names one. */
    subject: given.sub ?? null,
    sid: given.sid ?? null,
    forgetTime: new Date((given.iat + LIFETIME_S) * 1_000),
  }));

export type LogoutToken = z.infer<typeof claims>;

/** Whether the claims are those of a logout token, which is no credential. */
export const isLogoutToken = ({ events }: JWTPayload): boolean =>
  isJsonObject(events) && Object.hasOwn(events, EVENT);

/** How the provider names its session in an ID token; null if it does not, or not usably. */
export const sidOf = (given: Readonly<Record<string, unknown>>): string | null =>
  sid.safeParse(given['sid']).data ?? null;

/**
 * What the token says, once it is known to be its issuer's. Whether it was used before is for the
 * caller to check.
 *
 * @param isClient whether people sign in here through that client of the issuer. It is asked before
 *   the issuer is contacted.
 * @throws OAuthError that names the flaw of the token; ApiError RESOURCE_EXHAUSTED.
 */
export async function verifyLogoutToken(
  token: string,
  isClient: (named: Pick<LogoutToken, 'issuer' | 'clientId'>) => Promise<boolean>,
): Promise<LogoutToken> {
  const unverified = token.length > MAX_TOKEN_LENGTH ? null : unverifiedClaims(token);
  if (unverified === null) throw invalidRequest('logout_token: is not a JWT');
  const named = readClaims(unverified);
  const { issuer } = named;
  const verified = await inParameter('logout_token', () =>
    verifyForeignToken(token, issuer, () => isClient(named)),
  );
  if (!TYPES.includes(decodeProtectedHeader(token).typ?.toLowerCase())) {
    throw invalidRequest('logout_token: is a token of another type');
  }
  const read = readClaims(verified);
  if (Date.now() >= read.forgetTime.getTime()) {
    throw invalidRequest('logout_token: was issued too long ago');
  }
  countRequest('issuer', issuer, 'token');
  return read;
}

function readClaims(payload: JWTPayload): LogoutToken {
  const { data, error } = claims.safeParse(payload);
  if (data !== undefined) return data;
  const [first] = error.issues;
  throw invalidRequest(
    `logout_token: ${first?.path[0] === undefined ? 'its claims' : String(first.path[0])} ${first?.message ?? ''}`,
  );
}
