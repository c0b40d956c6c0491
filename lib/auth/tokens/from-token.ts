/** The caller whom a bearer token or a key represents. */
import { hash } from 'node:crypto';
import type { JWTPayload } from 'jose';
import { AccessCache } from '#lib/access/access-cache.ts';
import { unauthenticated } from '#lib/aip/errors.ts';
import type { AuthenticateOptions, Principal } from '#lib/auth/principal.ts';
import {
  checkKey,
  identityKeyByUid,
  identityKeyOf,
  type IdentityKey,
} from '#lib/auth/identity-keys.ts';
import { boundElsewhere } from '#lib/auth/matching/bound-elsewhere.ts';
import { isEmailVerified } from '#lib/auth/matching/claim-checks.ts';
import {
  hasOtherAudience,
  identitiesMatching,
  type Matched,
} from '#lib/auth/matching/identities.ts';
import { refusedForeignToken, requireUnblocked } from '#lib/auth/refused-uses.ts';
import { config } from '#lib/config.ts';
import { looksLikeKey } from '#lib/secrets/identity-key-text.ts';
import { accessRevision } from '#lib/store/store.ts';
import { checkTimes, MAX_TOKEN_LENGTH, OTHER_AUDIENCE, unverifiedClaims } from './claims.ts';
import { verifyForeignToken } from './foreign-tokens.ts';
import { keyGeneration } from './keys.ts';
import { isOwnUrl, ownUrls } from './known-urls.ts';
import { isLogoutToken } from './logout-tokens.ts';
import { exchangedFrom, KEY_CLAIM, narrowedTo, WHOLE_CLAIM } from './minting.ts';
import { identitiesOfToken } from './own-token-identities.ts';
import { checkNotRevoked, verifyOwnToken } from './own-tokens.ts';

interface OwnCaller {
  /** The claims of the token; null for a key. */
  claims: JWTPayload | null;
  principal: Principal;
  /** The key itself, or the key that was exchanged for this token. */
  key: IdentityKey | null;
}

/** Checks what may have changed since the caller was looked up. */
function checkStill({ claims, key }: OwnCaller, address: string | undefined): void {
  if (claims !== null) checkTimes(claims);
  if (key !== null) checkKey(key, address);
}

// Callers by the hash of their token, for each state of the keys that verified it.
const ownCallers = new WeakMap<object, AccessCache<OwnCaller>>();

/**
 * The caller that a key, a token of this installation, or a token of a registered issuer represents.
 *
 * @throws ApiError UNAUTHENTICATED that names the flaw of the credentials, or says that they match
 *   no identity.
 */
export async function fromToken(
  token: string,
  options: AuthenticateOptions = {},
): Promise<Principal> {
  const revision = options.revision ?? (await accessRevision());
  const keys = await keyGeneration(revision);
  const callers = ownCallers.get(keys) ?? new AccessCache<OwnCaller>();
  ownCallers.set(keys, callers);
  const key = hash('sha256', token, 'base64url');
  const known = await callers.find(key, revision);
  if (known !== undefined) {
    checkStill(known, options.address);
    return known.principal;
  }
  const lookUp = async (read: () => Promise<OwnCaller>) => {
    const caller = await callers.lookUp(key, read, revision);
    checkStill(caller, options.address);
    return caller.principal;
  };
  if (looksLikeKey(token)) return lookUp(() => ofKey(token));
  const issuer = issuerOf(token);
  // The issuer may withdraw a key at any time, so its tokens are verified on each request.
  if (!(await isOwnUrl(issuer))) return ofForeignToken(token, issuer, { ...options, revision });
  const claims = await verifyOwnToken(token, revision);
  return lookUp(async () => {
    await checkNotRevoked(claims);
    return ofOwnToken(issuer, claims, revision);
  });
}

async function ofKey(text: string): Promise<OwnCaller> {
  const key = await identityKeyOf(text);
  const { identity, blockedIn } = key;
  const principal: Principal = {
    issuer: config().url,
    subject: identity,
    identities: [identity],
    blockedIn,
    via: 'token',
    ...limitsOf(key),
  };
  return { claims: null, principal, key };
}

/** A token lives no longer than the key that it was exchanged for, and can do no more. */
const limitsOf = ({ uid, own, expires, within, limits }: IdentityKey) => ({
  ownIdentities: own === null ? [] : [own],
  boundElsewhere: [],
  home: own,
  isWhole: false,
  key: { uid, expires },
  within,
  keyLimits: limits,
});

const isForUs = async ({ aud }: JWTPayload): Promise<boolean> => {
  const own = await ownUrls();
  return [aud ?? []].flat().some((audience) => own.has(audience));
};

async function ofForeignToken(
  token: string,
  issuer: string,
  { admitsStrangers = false, revision }: AuthenticateOptions,
): Promise<Principal> {
  const claims = await verifyForeignToken(
    token,
    issuer,
    async (given) => (await isForUs(given)) || hasOtherAudience(issuer),
  );
  // The issuer was read before the signature was checked, so the signed claims have to agree.
  if (claims.iss !== issuer) throw unauthenticated('the token is of another issuer');
  if (isLogoutToken(claims)) throw unauthenticated('a logout token is no credential');
  const subject = subjectOf(claims);
  const matched = await identitiesMatching(claims);
  const isWhole = await isForUs(claims);
  if (matched.identities.length === 0) {
    requireUnblocked('token', { issuer, subject }, matched);
    if (!isWhole) throw await refusedForeignToken(OTHER_AUDIENCE, { issuer, subject });
    if (!admitsStrangers) throw unauthenticated('the token matches no identity');
  }
  return principalOf(claims, { issuer, subject, home: null, isWhole }, matched, revision);
}

function subjectOf({ sub }: JWTPayload): string {
  if (typeof sub !== 'string' || sub === '') throw unauthenticated('the token has no subject');
  return sub;
}

async function principalOf(
  claims: JWTPayload,
  caller: Pick<Principal, 'issuer' | 'subject' | 'home' | 'isWhole'>,
  { identities, own, blockedIn }: Matched,
  revision?: string,
): Promise<Principal> {
  return {
    ...caller,
    email: typeof claims['email'] === 'string' ? claims['email'] : undefined,
    emailVerified: isEmailVerified(claims),
    name: typeof claims['name'] === 'string' ? claims['name'] : undefined,
    identities,
    ownIdentities: own,
    boundElsewhere: await boundElsewhere(own, revision),
    blockedIn,
    via: 'token',
  };
}

/** The issuer is read before verification, only to choose the keys. */
function issuerOf(token: string): string {
  if (token.length > MAX_TOKEN_LENGTH) throw unauthenticated('the token is too long');
  const claims = unverifiedClaims(token);
  if (claims === null) throw unauthenticated('the token is not a JWT');
  if (typeof claims.iss !== 'string') throw unauthenticated('the token has no issuer');
  return claims.iss;
}

/** @throws ApiError UNAUTHENTICATED if none of the token's identities exists. */
async function ofOwnToken(
  issuer: string,
  claims: JWTPayload,
  revision: string,
): Promise<OwnCaller> {
  const exchanged = exchangedFrom(claims);
  const caller = exchanged ?? { issuer, subject: subjectOf(claims) };
  const matched = await identitiesOfToken(claims, revision);
  if (matched.identities.length === 0) {
    requireUnblocked('token', caller, matched);
    throw unauthenticated('the identity of the token does not exist any more');
  }
  const isWhole = exchanged === null || claims[WHOLE_CLAIM] === true;
  const isOfAccount = exchanged === null || (await isOwnUrl(exchanged.issuer));
  const isOfSubject = isOfAccount || narrowedTo(claims) === claims.sub;
  const home = isOfSubject ? matched.own.find((uid) => uid === claims.sub) : undefined;
  const of = { ...caller, home: home ?? null, isWhole };
  const principal = await principalOf(claims, of, matched, revision);
  const uid = claims[KEY_CLAIM];
  if (typeof uid !== 'string') return { claims, principal, key: null };
  const key = await identityKeyByUid(uid);
  return { claims, principal: { ...principal, ...limitsOf(key) }, key };
}
