/** Bindings that go with the identity they are of, or with the group they are in. */
import { permissionDenied } from '#lib/aip/errors.ts';
import { roleBinding } from '#lib/resources/role-binding.ts';
import type { RowOf } from '#lib/resources/rows.ts';
import type { Transaction } from '#lib/store/store.ts';
import { auditChange } from '#lib/service/verbs/audit.ts';
import type { Call } from '#lib/service/verbs/call.ts';

/** Each is on record as deleted, as if it had been by itself. */
export async function auditBindingEnds(
  tx: Transaction,
  call: Call,
  bindings: readonly RowOf<'RoleBinding'>[],
): Promise<void> {
  for (const binding of bindings) {
    const before = roleBinding.toJson(binding);
    await auditChange(tx, call, roleBinding, 'delete', { uid: binding.uid, before });
  }
}

/**
 * Whoever deletes what bindings depend on must be allowed to delete the bindings, wherever they are.
 *
 * @param uid the resource that is deleted. The error names it in place of a group that the caller
 *   cannot see.
 * @throws ApiError PERMISSION_DENIED without `role_bindings.delete` at the group of a binding.
 */
export function requireBindingDeletes(
  { reach }: Call,
  bindings: readonly { parent: string | null }[],
  uid: string,
): void {
  for (const { parent } of bindings) {
    if (parent === null || reach.holds('role_bindings.delete', parent)) continue;
    const resource = reach.holds('groups.list', parent) ? parent : uid;
    throw permissionDenied(['role_bindings.delete'], resource);
  }
}
