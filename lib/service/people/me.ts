/** Who the caller is, and what they may do where. */
import type { JsonObject } from '#lib/aip/json.ts';
import { group } from '#lib/resources/group.ts';
import { identity } from '#lib/resources/identity.ts';
import { roleBinding } from '#lib/resources/role-binding.ts';
import type { ResourceDefinition } from '#lib/resources/define.ts';
import { listRows } from '#lib/store/lists.ts';
import type { Condition } from '#lib/store/lists.ts';
import type { Call } from '#lib/service/verbs/call.ts';

/** More than anyone is shown at once; the lists have the rest. */
const LIMIT = 200;

function rows(definition: ResourceDefinition, condition: Condition, column: string): JsonObject[] {
  const found = listRows({
    type: definition.type,
    where: [condition],
    order: { column, descending: false },
    cursor: null,
    skip: 0,
    limit: LIMIT,
  });
  return found.map((row) => definition.toJson(row));
}

function anyOf(column: string, values: readonly string[]): Condition {
  return {
    sql: `t."${column}" IN (SELECT value FROM json_each(?))`,
    params: [JSON.stringify(values)],
  };
}

/**
 * The caller's identities, their bindings, the topmost groups that they reach
 * and, by group, the capabilities that bindings there grant for it and below.
 */
export function describeCaller({ principal, reach }: Call): JsonObject {
  const { issuer, subject, email, name, via, identities } = principal;
  return {
    principal: { issuer, subject, email: email ?? '', name: name ?? '', via },
    identities: rows(identity, anyOf('uid', identities), 'uid'),
    roleBindings: rows(roleBinding, anyOf('identityUid', identities), 'uid'),
    topGroups: rows(group, anyOf('uid', reach.topGroups('groups.list')), 'name'),
    capabilities: Object.fromEntries(
      [...reach.grants()].map(([uid, granted]) => [uid, [...granted].sort()]),
    ),
  };
}
