/** Confirms role bindings that have no effect since their identity may be somebody else. */
import { notFound } from '#lib/aip/errors.ts';
import type { JsonObject } from '#lib/aip/json.ts';
import { roleBinding } from '#lib/resources/role-binding.ts';
import { requireRecentForWrite } from '#lib/service/rules/recent-sign-in.ts';
import { requireRole } from '#lib/service/rules/granting.ts';
import { auditRows } from '#lib/service/calls/audit.ts';
import { requireCapability } from '#lib/service/calls/authorize.ts';
import { writeAs, type Call } from '#lib/service/calls/call.ts';
import { checkedUid } from '#lib/service/calls/checked.ts';
import { auditDenied } from '#lib/service/verbs/denied.ts';
import type { Transaction } from '#lib/store/store.ts';

/**
 * Gives a binding effect again, for whoever its identity matches now. Confirming a binding that has
 * effect changes nothing.
 *
 * @throws ApiError PERMISSION_DENIED without what creating it needs; NOT_FOUND; FAILED_PRECONDITION
 *   `REAUTHENTICATION_REQUIRED` if the role can grant roles.
 */
export function confirmBinding(call: Call, body: JsonObject): Promise<JsonObject> {
  const uid = checkedUid(body);
  return auditDenied(call, roleBinding, 'update', uid, async () => {
    requireCapability(call, 'role_bindings.create', uid);
    return writeAs(call, (tx, current) => confirm(tx, current, uid));
  });
}

async function confirm(tx: Transaction, call: Call, uid: string): Promise<JsonObject> {
  requireCapability(call, 'role_bindings.create', uid);
  const before = await tx.get('RoleBinding', uid);
  if (before === null) throw notFound('RoleBinding', uid);
  const { parent, roleUid, identityUid, unconfirmedTime } = before;
  await requireRole(tx, call, { roleUid, group: parent, field: 'uid' });
  if (unconfirmedTime === null) return roleBinding.toJson(before);
  await requireRecentForWrite(tx, call, 'RoleBinding', {
    uid,
    parent,
    input: { identityUid, roleUid },
    before,
    touches: () => true,
  });
  const after = await tx.update('RoleBinding', uid, { unconfirmedTime: null });
  await auditRows(tx, call, roleBinding, 'update', { before, after });
  return roleBinding.toJson(after);
}
