/** Confirms role bindings that have no effect since their identity may be somebody else. */
import type {
  ConfirmRoleBindingRequestJson,
  RoleBindingJson,
} from '#lib/generated/proto/grove/iam/v2beta1/role_bindings_pb.js';
import { boundAsOf, roleBinding } from '#lib/resources/role-binding.ts';
import type { RowOf } from '#lib/resources/rows.ts';
import { requireRecentForWrite } from '#lib/service/rules/recent-sign-in.ts';
import { requireRole } from '#lib/service/rules/granting.ts';
import { auditRows } from '#lib/service/calls/audit.ts';
import { requireCapability } from '#lib/service/calls/authorize.ts';
import type { Call } from '#lib/service/calls/call.ts';
import { checkedUid } from '#lib/service/calls/checked.ts';
import { holdsOf } from '#lib/service/calls/sight.ts';
import { changeAs } from '#lib/service/calls/attempt.ts';

/**
 * Gives a binding effect again, for whoever its identity matches now. Confirming a binding that has
 * effect changes nothing.
 *
 * @throws ApiError PERMISSION_DENIED without what creating it needs; NOT_FOUND; FAILED_PRECONDITION
 *   `REAUTHENTICATION_REQUIRED` if the role can grant roles.
 */
export function confirmBinding(
  call: Call,
  body: ConfirmRoleBindingRequestJson,
): Promise<RoleBindingJson> {
  const uid = checkedUid(body);
  const shown = (current: Call, row: RowOf<'RoleBinding'>) =>
    roleBinding.toJson(row, holdsOf(current));
  const check = (current: Call) => requireCapability(current, 'role_bindings.create', uid);
  return changeAs(call, [roleBinding, 'update', uid], check, async (tx, current) => {
    const before = await tx.existing('RoleBinding', uid);
    const { parent, roleUid, identityUid, unconfirmedTime } = before;
    await requireRole(tx, current, { roleUid, group: parent, field: 'uid' });
    if (unconfirmedTime === null) return shown(current, before);
    await requireRecentForWrite(tx, current, 'RoleBinding', {
      uid,
      parent,
      input: { identityUid, roleUid },
      before,
      touches: () => true,
    });
    // Whoever sees the identity confirms it as it is now.
    const isSeen = before.boundAs !== null && current.reach.holds('identity.list', identityUid);
    const after = await tx.update('RoleBinding', uid, {
      unconfirmedTime: null,
      ...(isSeen && { boundAs: boundAsOf(before.identity) }),
    });
    await auditRows(tx, current, roleBinding, 'update', { before, after });
    return shown(current, after);
  });
}
