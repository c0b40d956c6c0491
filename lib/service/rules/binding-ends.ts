/** Role bindings that end: with their identity, their group, a block, or another claim match. */
import { permissionDenied } from '#lib/aip/errors.ts';
import type { JsonObject } from '#lib/aip/json.ts';
import { mapInParts, partsOf } from '#lib/parts.ts';
import { roleBinding } from '#lib/resources/role-binding.ts';
import type { ColumnOf, RowOf } from '#lib/resources/rows.ts';
import { isIn, type Predicate } from '#lib/store/predicates.ts';
import type { Reads, Transaction } from '#lib/store/store.ts';
import { auditChanges } from '#lib/service/calls/audit.ts';
import { requireMet } from '#lib/service/calls/authorize.ts';
import type { Call } from '#lib/service/calls/call.ts';

type Binding = RowOf<'RoleBinding'>;

/** Bindings that one statement reads or writes. */
export const AT_ONCE = 500;

/** All bindings that the condition finds: an identity may have tens of thousands. */
export async function bindingsWhere(
  reads: Reads,
  where: Predicate<ColumnOf<'RoleBinding'>>,
): Promise<Binding[]> {
  const uids = await reads.uids('RoleBinding', where, 'uid');
  const found: Binding[] = [];
  for await (const part of partsOf(uids, AT_ONCE)) {
    found.push(...(await reads.getAll('RoleBinding', part)));
  }
  return found;
}

/** Those that have not ended by themselves. */
export async function notEnded<One extends Pick<Binding, 'expirationTime'>>(
  reads: Reads,
  bindings: readonly One[],
): Promise<One[]> {
  if (bindings.every(({ expirationTime }) => expirationTime === null)) return [...bindings];
  const now = await reads.now();
  return bindings.filter(({ expirationTime }) => expirationTime === null || expirationTime > now);
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
  const uids = bindings.map(({ uid }) => uid);
  for await (const part of partsOf(uids, AT_ONCE)) {
    await tx.deleteAll('RoleBinding', isIn('uid', part));
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
