/** Callers cannot grant capabilities that they do not have. */
import type { Capability } from '#lib/resources/capabilities.ts';
import { isBuiltInRole } from '#lib/resources/built-in-roles.ts';
import { invalidField, permissionDenied } from '#lib/aip/errors.ts';
import { isSameOrBelow } from '#lib/aip/uid.ts';
import type { Transaction } from '#lib/store/store.ts';
import { requireCapability } from '#lib/service/verbs/authorize.ts';
import type { Call } from '#lib/service/verbs/call.ts';

/**
 * @throws ApiError PERMISSION_DENIED that names the capabilities that the caller lacks at the
 * group.
 */
export function requireAll(call: Call, capabilities: readonly Capability[], group: string): void {
  const missing = call.reach.missing(capabilities, group);
  if (missing.length === 0) return;
  throw permissionDenied(
    missing,
    group,
    `this hands out ${missing.join(', ')}, which you do not hold on ${group}`,
  );
}

/**
 * Checks that the caller may grant the role at the group.
 *
 * @throws ApiError INVALID_ARGUMENT on `field`, with the same message whether the
 *   role does not exist, is not visible, or belongs to a group elsewhere.
 */
export async function requireRole(
  tx: Transaction,
  call: Call,
  { roleUid, group, field }: { roleUid: string; group: string; field: string },
): Promise<void> {
  requireCapability(call, 'role_bindings.create', group);
  const role = await tx.get('Role', roleUid);
  const inSight =
    role !== null && (isBuiltInRole(roleUid) || call.reach.holds('roles.list', roleUid));
  if (!inSight || (role.parent !== null && !isSameOrBelow(group, role.parent))) {
    throw invalidField(field, 'is not a role that can be bound here');
  }
  requireAll(call, role.capabilities, group);
}
