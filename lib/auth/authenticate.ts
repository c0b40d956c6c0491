/** Who makes a request: a bearer token, or the session of the console. */
import { hash } from 'node:crypto';
import { decodeJwt } from 'jose';
import type { JWTPayload } from 'jose';
import { unauthenticated } from '#lib/aip/errors.ts';
import { config } from '#lib/config.ts';
import { AccessCache } from '#lib/store/access/access-cache.ts';
import { existingIdentities, identitiesMatching } from '#lib/auth/matching/identities.ts';
import { verifyForeignToken } from '#lib/auth/tokens/foreign-tokens.ts';
import { keyGeneration } from '#lib/auth/tokens/keys.ts';
import { isOwnUrl } from '#lib/auth/tokens/known-urls.ts';
import type { Credentials } from './credentials.ts';
import { markSeen } from './last-seen.ts';
import { verifyOwnToken } from '#lib/auth/tokens/own-tokens.ts';
import type { Principal } from './principal.ts';
import { requireSameOrigin } from './same-origin.ts';
import { readSession } from '#lib/auth/sign-in/sessions.ts';
import { checkTimes } from '#lib/auth/tokens/claims.ts';

/** Longer than any issuer's tokens are. */
const MAX_TOKEN_LENGTH = 16 * 1024;

/** @throws ApiError UNAUTHENTICATED that says what is wrong with the credentials. */
export async function authenticate(request: Credentials): Promise<Principal> {
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

interface OwnCaller {
  claims: JWTPayload;
  principal: Principal;
}

// Callers by the hash of their token, for each state of the keys that verified it.
const ownCallers = new WeakMap<object, AccessCache<OwnCaller>>();

/** The caller that a token of this installation, or of a registered issuer, speaks for. */
export async function fromToken(token: string): Promise<Principal> {
  const keys = await keyGeneration();
  const callers = ownCallers.get(keys) ?? new AccessCache<OwnCaller>();
  ownCallers.set(keys, callers);
  const key = hash('sha256', token, 'base64url');
  const known = await callers.find(key);
  if (known !== undefined) {
    checkTimes(known.claims);
    return known.principal;
  }
  const issuer = issuerOf(token);
  if (!(await isOwnUrl(issuer))) {
    // Their issuers may withdraw a key at any time, so these are asked about each time.
    return principalOf(issuer, await verifyForeignToken(token, issuer), identitiesMatching);
  }
  const claims = await verifyOwnToken(token);
  const caller = await callers.lookUp(key, async () => ({
    claims,
    principal: await principalOf(issuer, claims, ownIdentities),
  }));
  return caller.principal;
}

async function principalOf(
  issuer: string,
  claims: JWTPayload,
  identitiesOf: (claims: JWTPayload) => Promise<string[]>,
): Promise<Principal> {
  if (typeof claims.sub !== 'string' || claims.sub === '') {
    throw unauthenticated('the token has no subject');
  }
  const identities = await identitiesOf(claims);
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

/**
 * The identity that the subject names, those that the token carries, and those
 * that match it.
 *
 * @throws ApiError UNAUTHENTICATED where there is none any more.
 */
async function ownIdentities(claims: JWTPayload): Promise<string[]> {
  const identities = await identitiesOfOwn(claims);
  if (identities.length > 0) return identities;
  throw unauthenticated('the identity of the token does not exist any more');
}

async function identitiesOfOwn(claims: JWTPayload): Promise<string[]> {
  const carried = claims['identities'];
  if (Array.isArray(carried)) return existingIdentities(carried.map(String));
  const named = await existingIdentities([String(claims.sub)]);
  return [...new Set([...named, ...(await identitiesMatching(claims))])].sort();
}

async function fromSession(request: Credentials): Promise<Principal> {
  const session = await readSession(request.headers.get('cookie'));
  if (session === null) throw unauthenticated('there is no token and no session');
  requireSameOrigin(request);
  const { uid, issuer, subject, email, name } = session;
  const claims = { iss: issuer, sub: subject, aud: config().url, email };
  const isOwn = await isOwnUrl(issuer);
  const identities = await (isOwn ? identitiesOfOwn(claims) : identitiesMatching(claims));
  return { issuer, subject, email, name, identities, via: 'session', session: uid };
}
