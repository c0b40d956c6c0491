/** Role bindings that are deleted with their identity or their group. */
import { permissionDenied } from '#lib/aip/errors.ts';
import { roleBinding } from '#lib/resources/role-binding.ts';
import type { RowOf } from '#lib/resources/rows.ts';
import type { Transaction } from '#lib/store/store.ts';
import { auditRows } from '#lib/service/calls/audit.ts';
import { requireMet } from '#lib/service/calls/authorize.ts';
import type { Call } from '#lib/service/calls/call.ts';

/** Each is recorded as a deletion of its own. */
export async function auditBindingEnds(
  tx: Transaction,
  call: Call,
  bindings: readonly RowOf<'RoleBinding'>[],
): Promise<void> {
  for (const before of bindings) await auditRows(tx, call, roleBinding, 'delete', { before });
}

/**
 * The caller needs permission to delete each of the bindings.
 *
 * @param uid the resource that is deleted. The error names it instead of a group that the caller
 *   may not see.
 * @throws ApiError PERMISSION_DENIED without `role_bindings.delete` at the group of a binding.
 */
export function requireBindingDeletes(
  { reach }: Call,
  bindings: readonly { parent: string | null }[],
  uid: string,
): void {
  for (const { parent } of bindings) {
    if (parent === null || reach.holds('role_bindings.delete', parent)) continue;
    requireMet(reach.unmetAt('role_bindings.delete', parent));
    const resource = reach.holds('groups.list', parent) ? parent : uid;
    throw permissionDenied(['role_bindings.delete'], resource);
  }
}
