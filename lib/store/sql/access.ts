/** What the access check reads: what role bindings grant, and the number that grows with every change of it. */
import type { Capability } from '#lib/resources/capabilities.ts';
import type { BoundElsewhere, Grant, KeyLimits } from '#lib/store/handles.ts';
import type { Dialect } from './dialect.ts';
import { rowOf, rowsOf, type Plan } from './plan.ts';
import { ROOT_UID_LENGTH } from './where.ts';

/** As `whereInEffect` has it, for bindings `b`. */
export const IN_EFFECT = 'b."unconfirmedTime" IS NULL';

/** The part of the condition that leaves out bindings that do not apply to a key. */
function forKey(limits?: KeyLimits): { sql: string; params: (string | number)[] } {
  if (limits === undefined) return { sql: '', params: [] };
  const [made, { home }] = [limits.made.getTime(), limits];
  const chosen = ` AND (b."providerUid" IS NULL AND b."byItself" IS NULL OR b."createTime" < ?)`;
  if (home === null) return { sql: chosen, params: [made] };
  const whereHere = ` AND (substr(b."parent", 1, ?) = ? OR b."createTime" >= ?)`;
  return { sql: chosen + whereHere, params: [made, home.length, home, made] };
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
     WHERE ${IN_EFFECT}${sql}`,
    [dialect.list(identities), ...params],
  );
  return rows.map(({ group, capabilities }) => ({
    group,
    capabilities: JSON.parse(capabilities) as Capability[],
  }));
}

/** A row for each organization and identity, however many bindings it has there; the oldest binding first. */
export function* selectBoundElsewhere(
  dialect: Dialect,
  identities: readonly string[],
  roots: readonly string[],
): Plan<readonly BoundElsewhere[]> {
  const root = `substr(b."parent", 1, ${ROOT_UID_LENGTH})`;
  return yield* rowsOf<BoundElsewhere>(
    `SELECT ${root} AS "root", b."identityUid" AS "uid"
     FROM ${dialect.listSource('i', 'text')}
     JOIN "RoleBinding" AS b ON b."identityUid" = i."value"
     WHERE ${IN_EFFECT} AND NOT (${dialect.whereListed(root, 'text')})
     GROUP BY 1, 2 ORDER BY min(b."createTime"), 1, 2`,
    [dialect.list(identities), dialect.list(roots)],
  );
}

const REVISION = 'SELECT "value" FROM "AccessRevision"';

/** The counter that each change of access raises; 0 before the first. */
export function* selectAccessRevision(): Plan<number> {
  return (yield* rowOf<{ value: number }>(REVISION))?.value ?? 0;
}

/** The events and tables that affect access, as triggers name them. */
export const ACCESS_EVENTS: Readonly<Record<string, string>> = {
  binding_insert: 'INSERT ON "RoleBinding"',
  binding_update:
    'UPDATE OF "parent", "identityUid", "roleUid", "unconfirmedTime" ON "RoleBinding"',
  binding_delete: 'DELETE ON "RoleBinding"',
  role_update: 'UPDATE OF "capabilities" ON "Role"',
  identity_insert: 'INSERT ON "Identity"',
  identity_update: `UPDATE OF "issuer", "issuerPattern", "subject", "subjectPattern", "audience",
    "audiencePattern", "claims", "claimPatterns", "blockedTime", "blockedGroup", "namesSince",
    "unconfirmedTime", "matchesAnyAccount" ON "Identity"`,
  identity_delete: 'DELETE ON "Identity"',
  // The addresses that the installation's own tokens may name.
  setting_insert: 'INSERT ON "Setting"',
  setting_update: 'UPDATE ON "Setting"',
  setting_delete: 'DELETE ON "Setting"',
  // Providers register issuers.
  provider_insert: 'INSERT ON "IdentityProvider"',
  provider_update: 'UPDATE OF "issuer", "clientId" ON "IdentityProvider"',
  provider_delete: 'DELETE ON "IdentityProvider"',
  key_delete: 'DELETE ON "IdentityKey"',
  revocation_insert: 'INSERT ON "RevokedToken"',
  policy_insert: 'INSERT ON "Policy"',
  policy_update: 'UPDATE ON "Policy"',
  policy_delete: 'DELETE ON "Policy"',
  // Only a verified domain decides whose word for an address counts.
  domain_update: 'UPDATE OF "verifiedName" ON "Domain"',
  domain_delete: 'DELETE ON "Domain"',
  // A running request writes nothing more after its session ends.
  session_delete: 'DELETE ON "Session"',
};
