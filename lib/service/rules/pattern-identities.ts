/** How many identities an organization may have that only patterns find. */
import { quotaExceeded } from '#lib/aip/errors.ts';
import { rootUid } from '#lib/aip/uid.ts';
import type { ClaimMatch } from '#lib/resources/identity.ts';
import type { RowOf } from '#lib/resources/rows.ts';
import { all, below, is, not } from '#lib/store/predicates.ts';
import type { Transaction } from '#lib/store/store.ts';

/** For one issuer. All that have an `issuerPattern` count as one issuer. */
const MOST = 200;

/** What a match is looked up by: its issuer, null for a pattern; undefined for a literal match. */
function issuerOf({ issuer, subject }: { issuer?: unknown; subject?: unknown }) {
  if (typeof issuer !== 'string') return null;
  return typeof subject === 'string' ? undefined : issuer;
}

/**
 * Each token of the issuer is compared with all of these, which a literal subject never is.
 *
 * @throws ApiError RESOURCE_EXHAUSTED with a QuotaFailure `patternIdentities`.
 */
export async function requirePatternRoom(
  tx: Transaction,
  uid: string,
  { before, match }: { before: RowOf<'Identity'> | null; match: ClaimMatch },
): Promise<void> {
  const issuer = issuerOf(match);
  if (issuer === undefined || (before !== null && issuerOf(before) === issuer)) return;
  const root = rootUid(uid);
  const found = all(is('issuer', issuer), below(root), not(is('uid', uid)));
  const isAlike = issuer === null ? found : all(found, is('subject', null));
  if ((await tx.count('Identity', isAlike)) < MOST) return;
  const what = issuer === null ? 'an issuerPattern' : `a subjectPattern for ${issuer}`;
  throw quotaExceeded({
    subject: root,
    description: `organization ${root} may have at most ${MOST} identities with ${what}`,
    quotaId: 'patternIdentities',
    quotaValue: String(MOST),
  });
}
