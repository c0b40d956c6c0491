/** What role bindings grant. */
import type { Capability } from '#lib/resources/capabilities.ts';
import type { Grant, KeyLimits } from '#lib/store/handles.ts';
import type { Dialect } from './dialect.ts';
import { rowsOf, type Plan } from './plan.ts';

/** The part of the condition that leaves out bindings that do not apply to a key. */
function forKey(limits?: KeyLimits): { sql: string; params: (string | number)[] } {
  if (limits === undefined) return { sql: '', params: [] };
  const [made, { home }] = [limits.made.getTime(), limits];
  const chosen = ` AND (b."providerUid" IS NULL AND b."byItself" IS NULL OR b."createTime" < ?)`;
  if (home === null) return { sql: chosen, params: [made] };
  const isHere = ` AND (substr(b."parent", 1, ?) = ? OR b."createTime" >= ?)`;
  return { sql: chosen + isHere, params: [made, home.length, home, made] };
}

/** @param limits leave out bindings that do not apply to a key of the identity. */
export function* selectGrants(
  dialect: Dialect,
  identities: readonly string[],
  limits?: KeyLimits,
): Plan<Grant[]> {
  const { sql, params } = forKey(limits);
  const rows = yield* rowsOf<{ group: string; capabilities: string }>(
    `SELECT b."parent" AS "group", r."capabilities" AS capabilities
     FROM ${dialect.listSource('i', 'text')}
     JOIN "RoleBinding" AS b ON b."identityUid" = i."value"
     JOIN "Role" AS r ON r."uid" = b."roleUid"
     WHERE b."unconfirmedTime" IS NULL${sql}`,
    [dialect.list(identities), ...params],
  );
  return rows.map(({ group, capabilities }) => ({
    group,
    capabilities: JSON.parse(capabilities) as Capability[],
  }));
}
