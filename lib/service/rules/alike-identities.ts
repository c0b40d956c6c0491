/** How many identities a share may have that one token may match. */
import { isDeepStrictEqual } from 'node:util';
import { quotaExceeded } from '#lib/aip/errors.ts';
import { rootUid } from '#lib/aip/uid.ts';
import { shareOf } from '#lib/limits/shares.ts';
import type { ClaimMatch } from '#lib/resources/identity.ts';
import type { RowOf } from '#lib/resources/rows.ts';
import { all, below, is, not, type Predicate } from '#lib/store/predicates.ts';
import { rootsOfShare } from '#lib/store/limits/shares.ts';
import type { Transaction } from '#lib/store/store.ts';

/** For one issuer, or one issuer and subject. All with an `issuerPattern` count as one issuer. */
export const MAX_ALIKE = 200;

interface Alike {
  where: Predicate<'issuer' | 'subject'>;
  what: string;
  quotaId: 'patternIdentities' | 'equalIdentities';
}

function alikeTo({ issuer, subject }: { issuer?: unknown; subject?: unknown }): Alike {
  if (typeof issuer !== 'string') {
    const where = is('issuer', null);
    return { where, what: 'a pattern for the issuer', quotaId: 'patternIdentities' };
  }
  if (typeof subject !== 'string') {
    const where = all(is('issuer', issuer), is('subject', null));
    return {
      where,
      what: `the issuer ${issuer} and a pattern for the subject`,
      quotaId: 'patternIdentities',
    };
  }
  const where = all(is('issuer', issuer), is('subject', subject));
  return { where, what: 'the same issuer and subject', quotaId: 'equalIdentities' };
}

/**
 * Each token of the issuer is compared with all of these, whichever organization it belongs to.
 *
 * @throws ApiError RESOURCE_EXHAUSTED with a QuotaFailure `patternIdentities` or `equalIdentities`.
 */
export async function requireRoomAmongAlike(
  tx: Transaction,
  uid: string,
  { before, match }: { before: RowOf<'Identity'> | null; match: ClaimMatch },
): Promise<void> {
  const { where, what, quotaId } = alikeTo(match);
  if (before !== null && isDeepStrictEqual(alikeTo(before).where, where)) return;
  const root = rootUid(uid);
  const whereInShare = below(...(await rootsOfShare(tx, await shareOf(root, tx))));
  const alike = await tx.uids('Identity', all(where, whereInShare, not(is('uid', uid))), 'uid');
  if (alike.length < MAX_ALIKE) return;
  throw quotaExceeded({
    subject: root,
    description: `organization ${root} may have at most ${MAX_ALIKE} identities with ${what}`,
    quotaId,
    quotaValue: String(MAX_ALIKE),
  });
}
