/**
 * Founding an organization: a root group that somebody creates through the API. It belongs to the share
 * of the organization from which its founder acts, so that nobody gets more by founding many.
 */
import { permissionDenied, quotaExceeded } from '#lib/aip/errors.ts';
import { isRootUid, rootUid } from '#lib/aip/uid.ts';
import { recordAudit } from '#lib/audit/record.ts';
import { config } from '#lib/config.ts';
import { countFounding } from '#lib/limits/request-rates.ts';
import { shareOf } from '#lib/limits/shares.ts';
import type { RowOf } from '#lib/resources/rows.ts';
import { actorOf } from '#lib/service/calls/audit.ts';
import { authorizeRootGroup } from '#lib/service/calls/authorize.ts';
import type { Call } from '#lib/service/calls/call.ts';
import { all, is, isIn } from '#lib/store/predicates.ts';
import { limitsOfShare, rootsOfShare } from '#lib/store/limits/shares.ts';
import type { Transaction } from '#lib/store/store.ts';
import { whereSeen } from '#lib/store/was-seen.ts';

/**
 * Checks that the caller may found organizations.
 *
 * @throws ApiError PERMISSION_DENIED
 */
export function requireFounder(call: Call): void {
  authorizeRootGroup(call);
  if (config().founders === 'owners') return;
  const words = 'only the operator of this installation creates organizations';
  throw permissionDenied(['groups.create'], '', words);
}

/**
 * The share of a new root group.
 *
 * @throws ApiError RESOURCE_EXHAUSTED with `retry-after` if the share founds too fast; with a QuotaFailure
 *   `rootGroups` if it has as many root groups as a share may have.
 */
export async function shareForFounding(tx: Transaction, call: Call): Promise<string> {
  const from = await organizationActedFrom(tx, call);
  const share = await shareOf(from, tx);
  countFounding(share);
  const most = config().rootGroups;
  if ((await rootsOfShare(tx, share)).length < most) return share;
  throw quotaExceeded({
    subject: from,
    description: `the organizations that were founded from one another may be at most ${most}`,
    quotaId: 'rootGroups',
    quotaValue: String(most),
  });
}

/**
 * The root group of the organization whose binding lets the caller found another one. Of several, that of
 * the caller's credentials comes first, then those that the caller has used, then the one that has named the
 * caller longest. So a stranger who names and binds somebody else cannot make that person found from there.
 */
async function organizationActedFrom(tx: Transaction, { principal, reach }: Call): Promise<string> {
  const roots = reach.topGroups('groups.create').filter(isRootUid);
  const { home, ownIdentities } = principal;
  const used = await tx.uids('Identity', all(isIn('uid', ownIdentities), whereSeen), 'uid');
  const known = ownIdentities.filter((uid) => used.includes(uid));
  const own = [home, ...known, ...ownIdentities].filter((uid) => uid !== null);
  const named = own.map(rootUid).find((root) => roots.includes(root));
  if (named !== undefined) return named;
  const rows = await tx.getAll('Group', roots);
  const [oldest] = rows.toSorted((a, b) => a.createTime.getTime() - b.createTime.getTime());
  if (oldest === undefined) throw permissionDenied(['groups.create'], '');
  return oldest.uid;
}

/**
 * Records in the organization from which the caller founded another one who did so, and its uid. Neither of
 * the two learns more of the other.
 */
export async function recordFounding(tx: Transaction, call: Call, uid: string): Promise<void> {
  const group = await organizationActedFrom(tx, call);
  const type = 'grove.iam.organization.founded.v1';
  const event = { type, operation: 'create', resource: uid, group } as const;
  await recordAudit(tx, { ...actorOf(call, group), ...event });
}

/** Keeps the limits of a share as long as one of its root groups exists. */
export async function leaveShare(
  tx: Transaction,
  { uid, foundedBy }: Pick<RowOf<'Group'>, 'uid' | 'foundedBy'>,
): Promise<void> {
  const share = await shareOf(uid, tx);
  const others = (await rootsOfShare(tx, share)).filter((root) => root !== uid);
  if (others.length === 0) await tx.deleteAll('Share', is('uid', share));
  else if (foundedBy === null) {
    await tx.put('Share', { uid, resourceLimits: await limitsOfShare(tx, share) });
  }
}
