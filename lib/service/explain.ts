/**
 * Who may do what, and why: the bindings that grant a capability at a group,
 * its own and those of the groups above it. Nothing is told that the caller
 * could not list: identities, roles and bindings out of sight do not appear.
 */
import { z } from 'zod';
import { CAPABILITIES } from '#lib/access/capabilities.ts';
import type { Capability } from '#lib/access/capabilities.ts';
import { invalidArgument, permissionDenied } from '#lib/aip/errors.ts';
import type { JsonObject } from '#lib/aip/json.ts';
import { pathUids } from '#lib/aip/uid.ts';
import type { RoleBinding } from '#lib/generated/prisma/client.ts';
import { roleBinding } from '#lib/resources/role-binding.ts';
import { uid } from '#lib/resources/fields.ts';
import { listRows } from '#lib/store/lists.ts';
import type { Condition } from '#lib/store/lists.ts';
import type { Call } from './call.ts';
import { validate } from './input.ts';

const capability = z.enum(CAPABILITIES, { error: 'is not a capability' });

const explainRequest = z.strictObject({ identityUid: uid, groupUid: uid, capability });

/** More bindings than anyone reads; `truncated` says that there are others. */
const LIMIT = 1_000;

function isOneOf(column: string, values: readonly string[]): Condition {
  return {
    sql: `t."${column}" IN (SELECT value FROM json_each(?))`,
    params: [JSON.stringify(values)],
  };
}

function grantsOf(name: Capability): Condition {
  return {
    sql: `t."roleUid" IN (SELECT r."uid" FROM "Role" AS r
      WHERE EXISTS (SELECT 1 FROM json_each(r."capabilities") AS c WHERE c.value = ?))`,
    params: [name],
  };
}

/** Bindings at the group and above it that grant the capability, the topmost first. */
function granting(groupUid: string, name: Capability, more: readonly Condition[] = []) {
  return listRows({
    type: 'RoleBinding',
    where: [isOneOf('parent', pathUids(groupUid)), grantsOf(name), ...more],
    order: { column: 'uid', descending: false },
    cursor: null,
    skip: 0,
    limit: LIMIT + 1,
  });
}

function requireSight(call: Call, groupUid: string): void {
  const missing = call.reach.missing(['role_bindings.list'], groupUid);
  if (missing.length > 0) throw permissionDenied(missing, groupUid);
}

/**
 * Whether an identity has a capability at a group, and the bindings that give
 * it. Everyone may ask about themselves; others need `role_bindings.list` there.
 *
 * @throws ApiError INVALID_ARGUMENT on `identityUid`, `groupUid`, `capability`.
 */
export function explainAccess(call: Call, body: JsonObject): JsonObject {
  const { input, violations } = validate(explainRequest, body);
  if (violations.length > 0) throw invalidArgument(violations);
  const request = input as z.infer<typeof explainRequest>;
  const { identityUid, groupUid } = request;
  const isSelf = call.principal.identities.includes(identityUid);
  if (!isSelf) requireSight(call, groupUid);
  const rows = granting(groupUid, request.capability, [isOneOf('identityUid', [identityUid])]);
  const visible = rows.filter(
    (row) => isSelf || call.reach.holds('role_bindings.list', row.parent ?? ''),
  );
  return {
    allowed: rows.length > 0,
    identityUid,
    groupUid,
    capability: request.capability,
    roleBindings: visible.map((row) => roleBinding.toJson(row)),
    // A yes that rests on a group above what the caller sees is still a yes.
    hidden: rows.length - visible.length,
  };
}

/**
 * Everyone who has a capability at a group, by the bindings that give it.
 *
 * @throws ApiError PERMISSION_DENIED without `role_bindings.list` at the group.
 */
export function whoCan(call: Call, query: { groupUid: string; capability: string }): JsonObject {
  const { violations } = validate(explainRequest.omit({ identityUid: true }), query);
  if (violations.length > 0) throw invalidArgument(violations);
  const { groupUid } = query;
  requireSight(call, groupUid);
  const rows = granting(groupUid, query.capability as Capability);
  const page = rows.slice(0, LIMIT);
  const visible = page.filter((row) => call.reach.holds('role_bindings.list', row.parent ?? ''));
  const identities = new Set(page.map((row) => (row as RoleBinding).identityUid));
  return {
    groupUid,
    capability: query.capability,
    identityCount: identities.size,
    roleBindings: visible.map((row) => roleBinding.toJson(row)),
    hidden: page.length - visible.length,
    truncated: rows.length > LIMIT,
  };
}
