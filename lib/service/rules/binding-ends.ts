/** Bindings that go with the identity they are of, or with the group they are in. */
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
