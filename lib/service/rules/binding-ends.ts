/** Role bindings that end: with their identity, their group, a block, or another claim match. */
import { setImmediate } from 'node:timers/promises';
import { permissionDenied } from '#lib/aip/errors.ts';
import type { JsonObject } from '#lib/aip/json.ts';
import { mapInParts } from '#lib/map-in-parts.ts';
import { roleBinding } from '#lib/resources/role-binding.ts';
import type { ColumnOf, RowOf } from '#lib/resources/rows.ts';
import { isIn, type Predicate } from '#lib/store/predicates.ts';
import type { Reads, Transaction } from '#lib/store/store.ts';
import { auditChanges } from '#lib/service/calls/audit.ts';
import { requireMet } from '#lib/service/calls/authorize.ts';
import type { Call } from '#lib/service/calls/call.ts';

type Binding = RowOf<'RoleBinding'>;

/** Bindings that are read or deleted at a time. Other requests have their turn between them. */
const AT_ONCE = 500;

/** All bindings that the condition finds: an identity may have tens of thousands. */
export async function bindingsWhere(
  reads: Reads,
  where: Predicate<ColumnOf<'RoleBinding'>>,
): Promise<Binding[]> {
  const uids = await reads.uids('RoleBinding', where, 'uid');
  const found: Binding[] = [];
  for (let at = 0; at < uids.length; at += AT_ONCE) {
    if (at > 0) await setImmediate();
    found.push(...(await reads.getAll('RoleBinding', uids.slice(at, at + AT_ONCE))));
  }
  return found;
}

/**
 * Deletes them. Each is recorded as a deletion of its own.
 *
 * @param shown what the record of one says.
 */
export async function endBindings(
  tx: Transaction,
  call: Call,
  bindings: readonly Binding[],
  shown: (binding: Binding) => JsonObject = (binding) => roleBinding.toJson(binding),
): Promise<void> {
  const ends = await mapInParts(bindings, (one) => ({ uid: one.uid, before: shown(one) }));
  await auditChanges(tx, call, roleBinding, 'delete', ends);
  for (let at = 0; at < bindings.length; at += AT_ONCE) {
    if (at > 0) await setImmediate();
    const uids = bindings.slice(at, at + AT_ONCE).map(({ uid }) => uid);
    await tx.deleteAll('RoleBinding', isIn('uid', uids));
  }
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
