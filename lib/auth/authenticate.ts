/** Who makes a request: a bearer token, or the session of the console. */
import { decodeJwt } from 'jose';
import type { JWTPayload } from 'jose';
import { unauthenticated } from '#lib/aip/errors.ts';
import { config } from '#lib/config.ts';
import { existingIdentities, identitiesMatching } from './identities.ts';
import { verifyForeignToken } from './foreign-tokens.ts';
import { isOwnUrl } from './known-urls.ts';
import { markSeen } from './last-seen.ts';
import { verifyOwnToken } from './own-tokens.ts';
import type { Principal } from './principal.ts';
import { requireSameOrigin } from './same-origin.ts';
import { readSession } from './sessions.ts';

/** Longer than any issuer's tokens are. */
const MAX_TOKEN_LENGTH = 16 * 1024;

/** @throws ApiError UNAUTHENTICATED that says what is wrong with the credentials. */
export async function authenticate(request: Request): Promise<Principal> {
  const authorization = request.headers.get('authorization');
  const principal =
    authorization === null ? await fromSession(request) : await fromHeader(authorization);
  markSeen(principal.identities);
  return principal;
}

function fromHeader(authorization: string): Promise<Principal> {
  const token = /^bearer +([^\s]+) *$/i.exec(authorization)?.[1];
  if (token === undefined) {
    throw unauthenticated('the Authorization header must be Bearer and a token');
  }
  return fromToken(token);
}

/** The caller that a token of this installation, or of a registered issuer, speaks for. */
export async function fromToken(token: string): Promise<Principal> {
  const issuer = issuerOf(token);
  const isOwn = isOwnUrl(issuer);
  const claims = isOwn ? await verifyOwnToken(token) : await verifyForeignToken(token, issuer);
  if (typeof claims.sub !== 'string' || claims.sub === '') {
    throw unauthenticated('the token has no subject');
  }
  const identities = isOwn ? ownIdentities(claims) : identitiesMatching(claims);
  if (isOwn && identities.length === 0) {
    throw unauthenticated('the identity of the token does not exist any more');
  }
  return {
    issuer,
    subject: claims.sub,
    email: typeof claims['email'] === 'string' ? claims['email'] : undefined,
    name: typeof claims['name'] === 'string' ? claims['name'] : undefined,
    identities,
    via: 'token',
  };
}

/** Read before anything is verified, only to know whose keys to verify with. */
function issuerOf(token: string): string {
  if (token.length > MAX_TOKEN_LENGTH) throw unauthenticated('the token is too long');
  let payload: JWTPayload;
  try {
    payload = decodeJwt(token);
  } catch {
    throw unauthenticated('the token is not a JWT');
  }
  if (typeof payload.iss !== 'string') throw unauthenticated('the token has no issuer');
  return payload.iss;
}

/** The identity that the subject names, those that the token carries, and those that match it. */
function ownIdentities(claims: JWTPayload): string[] {
  const carried = claims['identities'];
  if (Array.isArray(carried)) return existingIdentities(carried.map(String));
  const named = existingIdentities([String(claims.sub)]);
  return [...new Set([...named, ...identitiesMatching(claims)])].sort();
}

async function fromSession(request: Request): Promise<Principal> {
  const session = await readSession(request.headers.get('cookie'));
  if (session === null) throw unauthenticated('there is no token and no session');
  requireSameOrigin(request);
  const { uid, issuer, subject, email, name } = session;
  const claims = { iss: issuer, sub: subject, aud: config().url, email };
  const identities = isOwnUrl(issuer) ? ownIdentities(claims) : identitiesMatching(claims);
  return { issuer, subject, email, name, identities, via: 'session', session: uid };
}
