import { isOwning, useLastOwner } from '#app/(console)/groups/[group]/access/use-last-owner.ts';
import type { BulkGuardProps } from '#components/resource-table/bulk/bulk-action.ts';
import type { RoleBinding } from '#lib/client/resources/resources.ts';

const uidsOf = (rows: readonly { uid: string }[]) => new Set(rows.map(({ uid }) => uid));

/** Keeps bindings from being removed together with the last owner's. */
export function AmongBindings({ rows, children }: BulkGuardProps<RoleBinding>) {
  const uids = uidsOf(rows);
  return children(useLastOwner(rows.find(isOwning)?.uid ?? null, ({ uid }) => uids.has(uid)));
}

/** Keeps identities from being blocked or deleted together with the last owner. */
export function AmongIdentities({ rows, children }: BulkGuardProps<{ uid: string }>) {
  const uids = uidsOf(rows);
  return children(useLastOwner(rows[0]?.uid ?? null, ({ identity }) => uids.has(identity.uid)));
}
