/**
 * The identities whose patterns for issuer and subject match. Patterns cannot be looked up by
 * index, and thousands of them may be about one issuer, such as that of a public CI service. So
 * they are kept until somebody changes who has access, and others have their turn in between.
 */
import { registeredIn } from '#lib/auth/tokens/issuers.ts';
import type { RowOf } from '#lib/resources/rows.ts';
import { partsOf } from '#lib/parts.ts';
import { AccessCache } from '#lib/access/access-cache.ts';
import { all, below, is } from '#lib/store/predicates.ts';
import { committed } from '#lib/store/store.ts';
import { filterByShare, type Steps } from './in-parts.ts';
import { sharesOf } from '#lib/limits/shares.ts';
import type { Person } from './blocked.ts';
import { MAX_TEXT_LENGTH } from './claim-checks.ts';
import { matchesWhole } from './patterns.ts';

const ROWS_AT_A_TIME = 100;

type Candidate = Pick<
  RowOf<'Identity'>,
  'uid' | 'createTime' | 'namesSince' | 'issuerPattern' | 'subject' | 'subjectPattern'
>;

const ofIssuer = new AccessCache<readonly Candidate[]>();
const ofSubject = new AccessCache<readonly string[]>();

/**
 * @param first the shares whose identities name the caller literally.
 * @param revision the access revision, read since the request began.
 */
export function uidsByPattern(
  { issuer, subject }: Person,
  first: readonly string[],
  revision?: string,
): Promise<readonly string[]> {
  const read = async () => {
    const candidates = await ofIssuer.lookUp(issuer, () => candidatesOf(issuer), revision);
    const holds = ({ subjectPattern, subject: named }: Candidate, steps: Steps) =>
      subjectPattern === null ? named === subject : isMatch(subjectPattern, subject, steps);
    const shares = await sharesOf(candidates.map(({ uid }) => uid));
    const matching = await filterByShare(candidates, holds, { shares, first });
    return matching.map(({ uid }) => uid);
  };
  return ofSubject.lookUp(JSON.stringify([issuer, subject]), read, revision);
}

/**
 * An `issuerPattern` is only read in the organizations that registered the issuer: one
 * organization's issuer is nothing to the patterns of another, and its patterns cost the other
 * nothing.
 */
async function candidatesOf(issuer: string): Promise<Candidate[]> {
  const roots = await registeredIn(issuer);
  const shares = await sharesOf(roots);
  return filterByShare(
    await registeredFor(issuer, roots),
    ({ issuerPattern }, steps) => issuerPattern === null || isMatch(issuerPattern, issuer, steps),
    { shares, first: [...new Set(shares.values())] },
  );
}

/**
 * Whoever uses the candidates compares their whole claim match, as it is then. The reads share no snapshot,
 * so an identity that changes between them may be missing. That takes access from requests of this moment
 * only: the change raises the access revision, at which the next request reads again. Changes of other
 * people's access look here within a transaction, whose lock keeps everything as it is.
 */
async function registeredFor(issuer: string, roots: readonly string[]): Promise<Candidate[]> {
  const wherePattern = all(is('issuer', issuer), is('subject', null));
  let uids = await committed.uids('Identity', wherePattern, 'uid');
  for (const root of roots) {
    const whereInside = all(is('issuer', null), below(root));
    uids = uids.concat(await committed.uids('Identity', whereInside, 'uid'));
  }
  const found: Candidate[] = [];
  for await (const part of partsOf(uids, ROWS_AT_A_TIME)) {
    const rows = await committed.getAll('Identity', part);
    found.push(...rows.map(candidateOf));
  }
  return found;
}

const candidateOf = (row: RowOf<'Identity'>): Candidate => ({
  uid: row.uid,
  createTime: row.createTime,
  namesSince: row.namesSince,
  issuerPattern: row.issuerPattern,
  subject: row.subject,
  subjectPattern: row.subjectPattern,
});

const isMatch = (pattern: string, text: string, steps: Steps): boolean =>
  text.length <= MAX_TEXT_LENGTH && matchesWhole(pattern, text, steps);
