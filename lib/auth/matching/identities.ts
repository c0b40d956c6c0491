/** Looks up, by index, the identities that match a caller's claims. */
import { hash } from 'node:crypto';
import { rootUid } from '#lib/aip/uid.ts';
import { claimMatchOf } from '#lib/resources/identity.ts';
import { ownUrls } from '#lib/auth/tokens/known-urls.ts';
import { all, any, is, isIn, not } from '#lib/store/predicates.ts';
import { AccessCache } from '#lib/store/access/access-cache.ts';
import { committed, snapshot } from '#lib/store/store.ts';
import type { RowOf } from '#lib/resources/rows.ts';
import { matchesClaims } from './claim-match.ts';
import type { Claims } from './claim-match.ts';
import { leftOf, rootsOfBlocks } from './blocked.ts';
import { byAge, filterByOrganization } from './by-organization.ts';
import { uidsByPattern } from './pattern-candidates.ts';
import { withholdersOf } from './vouching.ts';

type Identity = RowOf<'Identity'>;

export interface Matched {
  /** Uids, sorted. */
  identities: string[];
  /** The caller's own identity; null if only patterns match. */
  own: string | null;
  /** The root groups of the organizations in which the caller is blocked. */
  blockedIn: readonly string[];
  /** True if a block stops an identity that matches. */
  isStopped: boolean;
}

export interface MatchOptions {
  /** True for claims that this installation requested itself, such as those of a session. */
  isOwnRequest?: boolean;
  /** The access revision, read since the request began. */
  revision?: number | undefined;
}

const matches = new AccessCache<Matched>();

/** Every identity that the verified claims match. Kept until somebody changes who has access. */
export function identitiesMatching(
  claims: Claims,
  { isOwnRequest = false, revision }: MatchOptions = {},
): Promise<Matched> {
  const key = hash('sha256', JSON.stringify([isOwnRequest, claims]), 'base64');
  return matches.lookUp(key, () => lookUp(claims, isOwnRequest, revision), revision);
}

async function lookUp(claims: Claims, isOwnRequest: boolean, revision?: number): Promise<Matched> {
  const [issuer, subject] = [String(claims['iss']), String(claims['sub'])];
  const isLiteral = all(is('issuer', issuer), is('subject', subject));
  const naming = await committed.find('Identity', isLiteral);
  const candidates = [
    ...naming,
    ...(await committed.getAll('Identity', await uidsByPattern(issuer, subject, revision))),
  ];
  const own = await ownUrls(revision);
  const options = { isOwnRequest, ownAudience: (url: string) => own.has(url) };
  const believed = await believedClaims(claims, issuer);
  const matching = await filterByOrganization(candidates, (one, steps) =>
    matchesClaims(claimMatchOf(one), believed(rootUid(one.uid)), options, steps),
  );
  // A block is of the person, whatever else the blocked identity asks of a token.
  const standing = await leftOf(matching, rootsOfBlocks(naming));
  const literal = matching.filter(
    ({ uid, ...one }) =>
      one.issuer === issuer &&
      one.subject === subject &&
      !standing.blockedIn.includes(rootUid(uid)),
  );
  return { ...standing, own: oldest(literal)?.uid ?? null };
}

/**
 * The claims as an organization believes them. The one that has the domain of the address verified
 * says in its own identities which issuers it trusts; for all others the address is not verified.
 */
async function believedClaims(claims: Claims, issuer: string): Promise<(root: string) => Claims> {
  const owners = await withholdersOf(committed, issuer, claims);
  const unverified = { ...claims, email_verified: false };
  return (root) => (owners.every((owner) => owner === root) ? claims : unverified);
}

/** The oldest, so that an identity that somebody adds later never takes its place. */
function oldest(identities: readonly Identity[]): Identity | undefined {
  return identities.toSorted(byAge)[0];
}

/** The caller's own identity among these, unless the caller is blocked in its organization. */
export async function ownIdentityAmong(
  uids: readonly string[],
  { issuer, subject }: { issuer: string; subject: string },
  blockedIn: readonly string[],
): Promise<string | null> {
  const literal = all(isIn('uid', uids), is('issuer', issuer), is('subject', subject));
  const rows = await committed.find('Identity', literal);
  return oldest(rows.filter(({ uid }) => !blockedIn.includes(rootUid(uid))))?.uid ?? null;
}

/** Those of the uids that still exist as identities, sorted. */
export async function existingIdentities(uids: readonly string[]): Promise<string[]> {
  return committed.uids('Identity', isIn('uid', uids), 'uid');
}

const otherAudiences = new AccessCache<boolean>();

/** True if the issuer's tokens may match an identity that requires its own audience. */
export function hasOtherAudience(issuer: string): Promise<boolean> {
  return otherAudiences.lookUp(issuer, async () => {
    const names = any(not(is('audience', null)), not(is('audiencePattern', null)));
    const found = await snapshot(async (reads) => [
      await reads.first('Identity', all(is('issuer', issuer), names)),
      await reads.first('Identity', all(is('issuer', null), names)),
    ]);
    return found.some((identity) => identity !== null);
  });
}
