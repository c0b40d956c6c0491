/** Finds out who makes a request: by a bearer token, or by the session of the console. */
import { hash } from 'node:crypto';
import { decodeJwt, type JWTPayload } from 'jose';
import { unauthenticated } from '#lib/aip/errors.ts';
import { rootUid } from '#lib/aip/uid.ts';
import { config } from '#lib/config.ts';
import { looksLikeKey } from '#lib/secrets/identity-key-text.ts';
import { email as emailField } from '#lib/resources/fields.ts';
import { AccessCache } from '#lib/access/access-cache.ts';
import { accessRevision } from '#lib/store/store.ts';
import { blocked, keptStandingOf, standingOf } from '#lib/auth/matching/blocked.ts';
import { boundElsewhere } from '#lib/auth/matching/bound-elsewhere.ts';
import {
  hasOtherAudience,
  identitiesMatching,
  identitiesNaming,
  ownIdentitiesAmong,
  unchangedSince,
} from '#lib/auth/matching/identities.ts';
import type { Matched } from '#lib/auth/matching/identities.ts';
import { verifyForeignToken } from '#lib/auth/tokens/foreign-tokens.ts';
import { keyGeneration } from '#lib/auth/tokens/keys.ts';
import { exchangedFrom } from '#lib/auth/tokens/actor-claim.ts';
import { isOwnUrl, ownUrls } from '#lib/auth/tokens/known-urls.ts';
import { isLogoutToken } from '#lib/auth/tokens/logout-tokens.ts';
import { checkNotRevoked } from '#lib/auth/tokens/revoked.ts';
import type { Credentials } from './credentials.ts';
import { CLIENT_ADDRESS_HEADER } from './own-headers.ts';
import { isEmailVerified } from '#lib/auth/matching/claim-checks.ts';
import { checkKey, identityKeyByUid, identityKeyOf, type IdentityKey } from './identity-keys.ts';
import { noteCaller } from './last-seen.ts';
import { issuedAt, KEY_CLAIM, narrowedTo, WHOLE_CLAIM } from '#lib/auth/tokens/minting.ts';
import { verifyOwnToken } from '#lib/auth/tokens/own-tokens.ts';
import { ownIdentityIn } from './own-identity.ts';
import type { Principal } from './principal.ts';
import { requireSameOrigin } from './same-origin.ts';
import { readSession, type LiveSession } from '#lib/auth/sessions/sessions.ts';
import { checkTimes } from '#lib/auth/tokens/claims.ts';

/** Longer than the tokens of any issuer. */
export const MAX_TOKEN_LENGTH = 16 * 1024;

export interface AuthenticateOptions {
  /** The access revision, read since the request began; read here unless given. */
  revision?: number;
  /** The client's address; absent if the token is only looked at, not used. */
  address?: string;
  /** True if the request admits a caller without an identity, who may accept an invite. */
  admitsStrangers?: boolean;
}

/**
 * @throws ApiError UNAUTHENTICATED that names the flaw of the credentials, or says that they match
 *   no identity.
 */
export async function authenticate(
  request: Credentials,
  options: AuthenticateOptions = {},
): Promise<Principal> {
  const authorization = request.headers.get('authorization');
  const principal =
    authorization === null
      ? await fromSession(request, options)
      : await fromHeader(authorization, {
          ...options,
          address: request.headers.get(CLIENT_ADDRESS_HEADER) ?? '',
        });
  await noteCaller(principal);
  return principal;
}

function fromHeader(authorization: string, options: AuthenticateOptions): Promise<Principal> {
  const token = /^bearer +([^\s]+) *$/i.exec(authorization)?.[1];
  if (token === undefined) {
    throw unauthenticated('the Authorization header must be Bearer and a token');
  }
  return fromToken(token, options);
}

interface OwnCaller {
  /** Of a token; none of a key. */
  claims: JWTPayload | null;
  principal: Principal;
  /** The key that it is, or that it was exchanged for. */
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
 * @throws ApiError as {@link authenticate}.
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
  const known = callers.find(key, revision);
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
  const { uid, identity, own, expires, within, limits, blockedIn } = key;
  const principal: Principal = {
    issuer: config().url,
    subject: identity,
    identities: [identity],
    ownIdentities: own === null ? [] : [own],
    boundElsewhere: [],
    home: own,
    isWhole: false,
    blockedIn,
    via: 'token',
    key: { uid, expires },
    within,
    keyLimits: limits,
  };
  return { claims: null, principal, key };
}

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
    requireUnblocked(matched);
    if (!isWhole) throw unauthenticated('the token is meant for another audience');
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
  revision?: number,
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

/**
 * Only whoever has valid credentials learns of it, and may ask an administrator.
 *
 * @throws ApiError UNAUTHENTICATED if a block is why no identity is left.
 */
function requireUnblocked({ identities, isStopped }: Matched): void {
  if (identities.length === 0 && isStopped) throw blocked();
}

/** The issuer is read before verification, only to choose the keys. */
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

/** @throws ApiError UNAUTHENTICATED if none of the token's identities exists. */
async function ofOwnToken(
  issuer: string,
  claims: JWTPayload,
  revision: number,
): Promise<OwnCaller> {
  const exchanged = exchangedFrom(claims);
  const caller = exchanged ?? { issuer, subject: subjectOf(claims) };
  const matched = await identitiesOfOwn(claims, revision);
  if (matched.identities.length === 0) {
    requireUnblocked(matched);
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
  // A token lives no longer than its key, and can do no more.
  const key = await identityKeyByUid(uid);
  const { own, expires, within, limits } = key;
  return {
    claims,
    principal: {
      ...principal,
      ownIdentities: own === null ? [] : [own],
      boundElsewhere: [],
      home: own,
      isWhole: false,
      key: { uid, expires },
      within,
      keyLimits: limits,
    },
    key,
  };
}

const NOBODY: Matched = { identities: [], own: [], blockedIn: [], isStopped: false };

/** An identity whose claim match has changed since the token was made is another person. */
async function identitiesOfOwn(claims: JWTPayload, revision: number): Promise<Matched> {
  const carried = claims['identities'];
  const time = issuedAt(claims);
  const caller = exchangedFrom(claims);
  const isOfAccount = caller === null || (await isOwnUrl(caller.issuer));
  const account = caller === null ? String(claims.sub) : caller.subject;
  if (isOfAccount && (await unchangedSince([account], time)).length === 0) return NOBODY;
  if (!Array.isArray(carried)) return identitiesOfSubject(account, claims, revision);
  const uids = await unchangedSince(carried.map(String), time);
  if (caller !== null && claims[WHOLE_CLAIM] === true) {
    uids.push(...(await identitiesNaming(caller)));
  }
  if (!isOfAccount && caller !== null) {
    const standing = await standingOf(uids, caller);
    const own = await ownIdentitiesAmong(standing.identities, caller, standing.blockedIn);
    return { ...standing, own };
  }
  // Narrowed to other identities, the token is still of whoever its caller names.
  const standing = await standingOf([...new Set([...uids, account])]);
  const identities = standing.identities.filter((uid) => uids.includes(uid));
  const others = await ownIdentitiesAmong(
    identities,
    { issuer: config().url, subject: account },
    standing.blockedIn,
  );
  return {
    ...standing,
    identities,
    own: ownOfAccount(account, others, { ...standing, identities }),
  };
}

/** The identity of the account, and those that other organizations have of its owner. */
function ownOfAccount(
  account: string,
  others: readonly string[],
  { identities, blockedIn }: Pick<Matched, 'identities' | 'blockedIn'>,
): string[] {
  const elsewhere = others.filter((uid) => rootUid(uid) !== rootUid(account));
  return [account, ...elsewhere].filter(
    (uid) => identities.includes(uid) && !blockedIn.includes(rootUid(uid)),
  );
}

/**
 * The identity that an own token or a session names, and the other identities that match its
 * claims.
 */
async function identitiesOfSubject(
  subject: string,
  claims: JWTPayload,
  revision?: number,
): Promise<Matched> {
  const matching = await identitiesMatching(claims, { isOwnRequest: true, revision });
  const named = await keptStandingOf([subject, ...matching.identities], revision);
  const blockedIn = [...new Set([...named.blockedIn, ...matching.blockedIn])].sort();
  return {
    identities: named.identities,
    own: ownOfAccount(subject, matching.own, { identities: named.identities, blockedIn }),
    blockedIn,
    isStopped: named.isStopped || matching.isStopped,
  };
}

async function matchedBy({ issuer, subject, claims }: LiveSession): Promise<Matched> {
  if (await isOwnUrl(issuer)) return identitiesOfSubject(subject, claims);
  return identitiesMatching(claims, { isOwnRequest: true });
}

/** True if a block leaves the session with nothing. */
export async function isSessionBlocked(session: LiveSession): Promise<boolean> {
  const { identities, isStopped } = await matchedBy(session);
  return identities.length === 0 && isStopped;
}

async function fromSession(
  request: Credentials,
  { admitsStrangers = false, revision }: AuthenticateOptions,
): Promise<Principal> {
  const session = await readSession(request.headers.get('cookie'));
  if (session === null) throw unauthenticated('there is no token and no session');
  requireSameOrigin(request);
  const matched = await matchedBy(session);
  requireUnblocked(matched);
  if (matched.identities.length === 0 && !admitsStrangers) {
    throw unauthenticated('the session matches no identity any more');
  }
  const { uid, issuer, subject, email, name, claims, provider, signIn } = session;
  const { identities, own, blockedIn } = matched;
  const { data: asserted } = emailField.safeParse(claims['email']);
  const isWithheld = email === '' && asserted !== undefined;
  const withheld = isWithheld ? { withheldEmail: asserted } : {};
  return {
    issuer,
    subject,
    email,
    emailVerified: isEmailVerified(claims),
    ...withheld,
    name,
    identities,
    ownIdentities: own,
    boundElsewhere: await boundElsewhere(own, revision),
    home: ownIdentityIn({ ownIdentities: own }, provider ?? subject),
    isWhole: true,
    blockedIn,
    via: 'session',
    session: uid,
    signIn,
  };
}
