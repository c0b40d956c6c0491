/** Looks up, by index, the identities that match a caller's claims. */
import { hash } from 'node:crypto';
import { AccessCache } from '#lib/access/access-cache.ts';
import { rootUid } from '#lib/aip/uid.ts';
import { groupsOfBlocks, leftOf, type Person } from '#lib/auth/matching/blocked.ts';
import { checkClaims, claimTexts } from '#lib/auth/matching/claim-checks.ts';
import type { CheckOptions, Claims, MatchesWhole } from '#lib/auth/matching/claim-checks.ts';
import { countsFor, isConfirmed, rootsWithin } from '#lib/auth/matching/joined.ts';
import { filterByShare, type Steps } from '#lib/auth/matching/in-parts.ts';
import { byAge, namedAt } from '#lib/auth/matching/named-since.ts';
import { uidsByPattern } from '#lib/auth/matching/pattern-candidates.ts';
import { matchesWhole } from '#lib/auth/matching/patterns.ts';
import { withholdersOf } from '#lib/auth/matching/vouching.ts';
import { ownUrls } from '#lib/auth/tokens/known-urls.ts';
import { config } from '#lib/config.ts';
import { sharesOf } from '#lib/limits/shares.ts';
import { claimMatchOf, type ClaimMatch } from '#lib/resources/identity.ts';
import type { RowOf } from '#lib/resources/rows.ts';
import { all, any, is, isIn, not } from '#lib/store/predicates.ts';
import { committed } from '#lib/store/store.ts';

type Identity = RowOf<'Identity'>;

export interface Matched {
  /** Uids, sorted. */
  identities: string[];
  /** Uids of those that name the caller literally, the oldest of each organization. */
  own: string[];
  /** The topmost groups in which the caller is blocked. */
  blockedIn: readonly string[];
  /** True if a block stops an identity that matches. */
  isStopped: boolean;
}

export interface MatchOptions {
  /** True for claims that this installation requested itself, such as those of a session. */
  isOwnRequest?: boolean;
  /** The access revision, read since the request began. */
  revision?: string | undefined;
}

const matches = new AccessCache<Matched>();

/** Every identity that the verified claims match. Cached until access changes. */
export function identitiesMatching(
  claims: Claims,
  { isOwnRequest = false, revision }: MatchOptions = {},
): Promise<Matched> {
  const key = hash('sha256', JSON.stringify([isOwnRequest, claims]), 'base64');
  return matches.lookUp(key, () => lookUp(claims, isOwnRequest, revision), revision);
}

async function lookUp(claims: Claims, isOwnRequest: boolean, revision?: string): Promise<Matched> {
  const [issuer, subject] = [String(claims['iss']), String(claims['sub'])];
  const own = await ownUrls(revision);
  const refusing = isOwnRequest ? [] : await refusingIdTokens(claims, own);
  const naming = await committed.rows('Identity', whereNaming({ issuer, subject }, own));
  const first = await sharesAmong(naming);
  const byPattern = await uidsByPattern({ issuer, subject }, first, revision);
  const found = [...naming, ...(await committed.getAll('Identity', byPattern))];
  const counts = own.has(issuer) ? countsFor(rootsWithin(naming, subject)) : isConfirmed;
  const candidates = found.filter(counts);
  const options = { isOwnRequest, ownAudience: (url: string) => own.has(url) };
  const believed = await believedClaims(claims, issuer);
  const asNamed = ({ issuer: named }: Identity) =>
    named !== null && own.has(named) && own.has(issuer) ? { iss: named } : {};
  const isBearer = ({ uid }: Identity) => !refusing.includes(rootUid(uid));
  const holds = (one: Identity, steps: Steps) => {
    const asBelieved = { ...believed(rootUid(one.uid)), ...asNamed(one) };
    return matchesClaims(claimMatchOf(one), asBelieved, options, steps);
  };
  const matching = await filterByShare(candidates.filter(isBearer), holds, {
    shares: await sharesOf(candidates.map(({ uid }) => uid)),
    first,
  });
  // A block stops the person even if the token does not match the other rules of the blocked
  // identity.
  const standing = await leftOf(matching, groupsOfBlocks(naming));
  const named = new Set(naming);
  const literal = matching.filter((one) => named.has(one));
  return { ...standing, own: ownAmong(literal, standing.blockedIn) };
}

const sharesAmong = async (identities: readonly Identity[]): Promise<string[]> => [
  ...new Set((await sharesOf(identities.map(({ uid }) => uid))).values()),
];

/** The installation may have had another address when an identity was made for one of its accounts. */
function whereNaming({ issuer, subject }: Person, own: ReadonlySet<string>) {
  const whereIssuer = own.has(issuer) ? isIn('issuer', [...own]) : is('issuer', issuer);
  return all(whereIssuer, is('subject', subject));
}

/**
 * The claims as the organization of a root group sees them. If the issuer does not vouch for the
 * e-mail address, the address counts as verified only in the organization that has verified its
 * domain: that organization decides in its own identities which issuers it trusts.
 */
async function believedClaims(claims: Claims, issuer: string): Promise<(root: string) => Claims> {
  const owners = await withholdersOf(committed, issuer, claimTexts(claims, 'email'));
  const unverified = { ...claims, email_verified: false };
  return (root) => (owners.every((owner) => owner === root) ? claims : unverified);
}

/**
 * The oldest of each organization, so that an identity that somebody adds or changes later never takes
 * its place; none where the caller is blocked.
 */
function ownAmong(literal: readonly Identity[], blockedIn: readonly string[]): string[] {
  const oldest = new Map<string, string>();
  for (const { uid } of literal.toSorted(byAge)) {
    const root = rootUid(uid);
    if (!blockedIn.includes(root) && !oldest.has(root)) oldest.set(root, uid);
  }
  return [...oldest.values()];
}

/** The own identities of the caller among these uids, one for each organization that does not block the caller. */
export async function ownIdentitiesAmong(
  uids: readonly string[],
  caller: Person,
  blockedIn: readonly string[],
): Promise<string[]> {
  const whereTheirs = whereNaming(caller, await ownUrls());
  return ownAmong(await committed.rows('Identity', all(isIn('uid', uids), whereTheirs)), blockedIn);
}

/** The identities that name the caller literally and ask for nothing else. */
export async function identitiesNaming(caller: Person): Promise<string[]> {
  const rows = await committed.rows('Identity', whereNaming(caller, await ownUrls()));
  return rows.filter(asksNothingElse).map(({ uid }) => uid);
}

/** Whether an identity that names somebody literally asks nothing else of a token. */
export const asksNothingElse = ({
  audience,
  audiencePattern,
  claims,
  claimPatterns,
}: Identity): boolean =>
  audience === null && audiencePattern === null && isEmpty(claims) && isEmpty(claimPatterns);

const isEmpty = (map: object) => Object.keys(map).length === 0;

/** The identities that have named the same person since `time`, in milliseconds since 1970. */
export async function unchangedSince(uids: readonly string[], time: number): Promise<string[]> {
  const rows = await committed.rows('Identity', isIn('uid', uids));
  return rows.filter((row) => namedAt(row, new Date(time))).map(({ uid }) => uid);
}

const otherAudiences = new AccessCache<boolean>();

/** True if the issuer's tokens may match an identity that requires its own audience. */
export function hasOtherAudience(issuer: string): Promise<boolean> {
  return otherAudiences.lookUp(issuer, async () => {
    const names = any(not(is('audience', null)), not(is('audiencePattern', null)));
    const isAsked = async (of: string | null) =>
      (await committed.first('Identity', all(is('issuer', of), names))) !== null;
    return (await isAsked(issuer)) || isAsked(null);
  });
}

/** True if every part of the claim match matches. Pure, and linear in time. */
export function matchesClaims(
  match: ClaimMatch,
  claims: Claims,
  options: Pick<CheckOptions, 'ownAudience' | 'isOwnRequest'>,
  steps?: Steps,
): boolean {
  const matches: MatchesWhole = (pattern, text) => matchesWhole(pattern, text, steps);
  for (const { holds } of checkClaims(match, claims, { ...options, matchesWhole: matches })) {
    if (!holds) return false;
  }
  return true;
}

/**
 * The root groups of the organizations for whose identity providers a token was issued, and whose
 * identities it therefore does not match. ID tokens of sign-ins pass through browsers and logs of
 * clients, so they are no bearer tokens, unless the operator allows it. What one organization registers
 * says nothing about the tokens of another one.
 */
async function refusingIdTokens(claims: Claims, own: ReadonlySet<string>): Promise<string[]> {
  const audiences = claimTexts(claims, 'aud');
  if (config().areIdTokensBearers || audiences.some((audience) => own.has(audience))) return [];
  const whereClient = all(is('issuer', String(claims['iss'])), isIn('clientId', audiences));
  const providers = await committed.rows('IdentityProvider', whereClient);
  return providers.map(({ uid }) => rootUid(uid));
}
