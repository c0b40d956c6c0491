/** Which identities a caller is: read for each request, by index. */
import { claimMatchOf } from '#lib/resources/identity.ts';
import { all, is, isIn } from '#lib/store/predicates.ts';
import { committed, snapshot } from '#lib/store/store.ts';
import { matchesClaims } from './claim-match.ts';
import type { Claims } from './claim-match.ts';
import { ownUrls } from '#lib/auth/tokens/known-urls.ts';

/** Uids, sorted, of every identity that the verified claims match. */
export async function identitiesMatching(claims: Claims): Promise<string[]> {
  const isIssuer = is('issuer', String(claims['iss']));
  const isSubject = is('subject', String(claims['sub']));
  // Patterns cannot be looked up, but the literal half beside them can.
  const [anyIssuer, anySubject] = [is('issuer', null), is('subject', null)];
  const candidates = await snapshot(async (reads) => [
    ...(await reads.find('Identity', all(isIssuer, isSubject))),
    ...(await reads.find('Identity', all(isIssuer, anySubject))),
    ...(await reads.find('Identity', all(anyIssuer, isSubject))),
    ...(await reads.find('Identity', all(anyIssuer, anySubject))),
  ]);
  const own = await ownUrls();
  return candidates
    .filter((identity) => matchesClaims(claimMatchOf(identity), claims, (url) => own.has(url)))
    .map(({ uid }) => uid)
    .sort();
}

/** Those of the uids that are identities still, sorted. */
export async function existingIdentities(uids: readonly string[]): Promise<string[]> {
  return committed.uids('Identity', isIn('uid', uids), 'uid');
}
