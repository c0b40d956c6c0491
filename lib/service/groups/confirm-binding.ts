/** Confirms role bindings that have no effect since their identity may be somebody else. */
import { z } from 'zod';
import { notFound } from '#lib/aip/errors.ts';
import type { JsonObject } from '#lib/aip/json.ts';
import { uid } from '#lib/resources/fields.ts';
import { roleBinding } from '#lib/resources/role-binding.ts';
import { requireRecentForWrite } from '#lib/service/rules/recent-sign-in.ts';
import { requireRole } from '#lib/service/rules/granting.ts';
import { auditRows } from '#lib/service/calls/audit.ts';
import { requireCapability } from '#lib/service/calls/authorize.ts';
import { writeAs, type Call } from '#lib/service/calls/call.ts';
import { checked } from '#lib/service/calls/checked.ts';
import { auditDenied } from '#lib/service/verbs/denied.ts';
import type { Transaction } from '#lib/store/store.ts';

const request = z.strictObject({ uid });

/**
 * The binding has an effect again, for whoever its identity matches now. Confirming one that has an
 * effect changes nothing.
 *
 * @throws ApiError PERMISSION_DENIED without what creating it needs; NOT_FOUND; FAILED_PRECONDITION
 *   `REAUTHENTICATION_REQUIRED` if the role can grant roles.
 */
export function confirmBinding(call: Call, body: JsonObject): Promise<JsonObject> {
  const { uid: asked } = checked(request, body);
  return auditDenied(call, roleBinding, 'update', asked, async () => {
    requireCapability(call, 'role_bindings.create', asked);
    return writeAs(call, (tx, current) => confirm(tx, current, asked));
  });
}

async function confirm(tx: Transaction, call: Call, asked: string): Promise<JsonObject> {
  requireCapability(call, 'role_bindings.create', asked);
  const before = await tx.get('RoleBinding', asked);
  if (before === null) throw notFound('RoleBinding', asked);
  const { parent, roleUid, identityUid, unconfirmedTime } = before;
  await requireRole(tx, call, { roleUid, group: parent, field: 'uid' });
  if (unconfirmedTime === null) return roleBinding.toJson(before);
  await requireRecentForWrite(tx, call, 'RoleBinding', {
    uid: asked,
    parent,
    input: { identityUid, roleUid },
    before,
    touches: () => true,
  });
  const after = await tx.update('RoleBinding', asked, { unconfirmedTime: null });
  await auditRows(tx, call, roleBinding, 'update', { before, after });
  return roleBinding.toJson(after);
}
