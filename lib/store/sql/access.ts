/** What the access check reads: what role bindings grant, and the revision that differs after every change of it. */
import type { Capability } from '#lib/resources/capabilities.ts';
import type { TableName } from '#lib/resources/rows.ts';
import type { BoundElsewhere, Grant, KeyLimits } from '#lib/store/handles.ts';
import type { Dialect } from './dialect.ts';
import { joined, rowOf, rowsOf, type Part, type Plan } from './plan.ts';
import { kindOf } from './values.ts';
import { ROOT_UID_LENGTH } from './where.ts';

/** Of `whereInEffect`, for bindings `b`: apart from their end. */
export function begun(dialect: Dialect): Part {
  const now = dialect.now();
  return {
    sql: `${CONFIRMED.sql} AND (b."startTime" IS NULL OR b."startTime" <= ${now.sql})`,
    params: now.params,
  };
}

/**
 * A select of the bindings `b` of identities `i`. Those without an end and those that have not ended are two ranges of one
 * index, so that bindings that have ended cost nothing.
 *
 * @param where what else is asked of a binding.
 */
function notEnded(
  dialect: Dialect,
  identities: readonly string[],
  where: Part,
  select: (source: string) => string,
): Part {
  const now = dialect.now();
  // In this order: a database without statistics may otherwise look at all bindings that do not end.
  const source = select(`${dialect.listSource('i', 'text')} CROSS JOIN "RoleBinding" AS b`);
  const part = (end: string) =>
    `${source} WHERE b."identityUid" = i."value" AND b."expirationTime" ${end} AND (${where.sql})`;
  const list = dialect.list(identities);
  return {
    sql: `${part('IS NULL')} UNION ALL ${part(`> ${now.sql}`)}`,
    params: [list, ...where.params, list, ...now.params, ...where.params],
  };
}

const CONFIRMED: Part = { sql: 'b."unconfirmedTime" IS NULL', params: [] };

/** The conditions that leave out bindings that do not apply to a key. */
function forKey(limits?: KeyLimits): Part[] {
  if (limits === undefined) return [];
  const [made, { home }] = [limits.made.getTime(), limits];
  const chosen = {
    sql: `b."providerUid" IS NULL AND b."byItself" IS NULL OR b."createTime" < ?`,
    params: [made],
  };
  if (home === null) return [chosen];
  const whereHere = `substr(b."parent", 1, ?) = ? OR b."createTime" >= ?`;
  return [chosen, { sql: whereHere, params: [home.length, home, made] }];
}

export interface GrantsOf {
  /** Leave out bindings that do not apply to a key of the identity. */
  limits?: KeyLimits | undefined;
  /** Whether bindings count that have not begun yet. */
  withComing?: boolean;
}

export function* selectGrants(
  dialect: Dialect,
  identities: readonly string[],
  { limits, withComing = false }: GrantsOf = {},
): Plan<Grant[]> {
  const isCounted = withComing ? CONFIRMED : begun(dialect);
  const { sql, params } = notEnded(
    dialect,
    identities,
    joined([isCounted, ...forKey(limits)], 'AND'),
    (source) => `SELECT b."parent" AS "group", r."capabilities" AS capabilities
     FROM ${source} JOIN "Role" AS r ON r."uid" = b."roleUid"`,
  );
  const rows = yield* rowsOf<{ group: string; capabilities: string }>(sql, params);
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
  const elsewhere = {
    sql: `NOT (${dialect.whereListed(root, 'text')})`,
    params: [dialect.list(roots)],
  };
  const { sql, params } = notEnded(
    dialect,
    identities,
    joined([begun(dialect), elsewhere], 'AND'),
    (source) => `SELECT ${root} AS "root", b."identityUid" AS "uid", b."createTime" FROM ${source}`,
  );
  return yield* rowsOf<BoundElsewhere>(
    `SELECT e."root", e."uid" FROM (${sql}) AS e GROUP BY 1, 2 ORDER BY min(e."createTime"), 1, 2`,
    params,
  );
}

/**
 * The counter that each change of access raises, and the last times at which a binding has begun or ended by itself: a text
 * that differs whenever access does. Each time is one look at an index.
 */
export function revisionOf({ now }: Pick<Dialect, 'now'>): Part {
  const last = (column: string) => {
    const { sql, params } = now();
    return {
      sql: `coalesce((SELECT max("${column}") FROM "RoleBinding" WHERE "${column}" <= ${sql}), 0)`,
      params,
    };
  };
  const [starts, ends] = [last('startTime'), last('expirationTime')];
  return {
    sql: `"value" || ' ' || ${starts.sql} || ' ' || ${ends.sql}`,
    params: [...starts.params, ...ends.params],
  };
}

/** 0 before the first change. */
export function* selectAccessRevision(dialect: Dialect): Plan<string> {
  const { sql, params } = revisionOf(dialect);
  return (
    (yield* rowOf<{ value: string }>(`SELECT ${sql} AS "value" FROM "AccessRevision"`, params))
      ?.value ?? '0'
  );
}

export function* selectNow(dialect: Dialect): Plan<Date> {
  const { sql, params } = dialect.now();
  const row = yield* rowOf<{ now: number }>(`SELECT ${sql} AS "now"`, params);
  return new Date(Number(row?.now));
}

/** Changes of a table that affect access. */
interface AccessEvent {
  /** In the names of its triggers. */
  name: string;
  table: TableName;
  on: readonly ('INSERT' | 'UPDATE' | 'DELETE')[];
  /** The columns whose change counts; an update of any unless given. */
  columns?: readonly string[];
  /** The rows that count; all unless given. */
  where?: (row: 'NEW' | 'OLD') => string;
}

/** Settings that access follows from: addresses of the installation, limits of sessions, when keys changed. */
const GIVING = (row: string) =>
  `(${row}."key" LIKE 'url:%' OR ${row}."key" LIKE 'session-limits:%' OR ${row}."key" = 'signing-keys-changed')`;

const EVENTS: readonly AccessEvent[] = [
  {
    name: 'binding',
    table: 'RoleBinding',
    on: ['INSERT', 'UPDATE', 'DELETE'],
    columns: ['parent', 'identityUid', 'roleUid', 'unconfirmedTime', 'startTime', 'expirationTime'],
  },
  { name: 'role', table: 'Role', on: ['UPDATE'], columns: ['capabilities'] },
  {
    name: 'identity',
    table: 'Identity',
    on: ['INSERT', 'UPDATE', 'DELETE'],
    columns: [
      'issuer',
      'issuerPattern',
      'subject',
      'subjectPattern',
      'audience',
      'audiencePattern',
      'claims',
      'claimPatterns',
      'blockedTime',
      'blockedGroup',
      'namesSince',
      'unconfirmedTime',
      'matchesAnyAccount',
    ],
  },
  { name: 'setting', table: 'Setting', on: ['INSERT', 'UPDATE', 'DELETE'], where: GIVING },
  // Providers register issuers.
  {
    name: 'provider',
    table: 'IdentityProvider',
    on: ['INSERT', 'UPDATE', 'DELETE'],
    columns: ['issuer', 'clientId'],
  },
  { name: 'key', table: 'IdentityKey', on: ['DELETE'] },
  { name: 'revocation', table: 'RevokedToken', on: ['INSERT'] },
  { name: 'policy', table: 'Policy', on: ['INSERT', 'UPDATE', 'DELETE'] },
  // Only a verified domain decides whose word for an address counts.
  { name: 'domain', table: 'Domain', on: ['UPDATE', 'DELETE'], columns: ['verifiedName'] },
  // A running request writes nothing more after its session ends.
  { name: 'session', table: 'Session', on: ['DELETE'] },
];

/** What each trigger that notes a change of access waits for, by its name. */
export function accessEvents(dialect: Pick<Dialect, 'jsonText'>): [string, string][] {
  return EVENTS.flatMap(({ name, table, on, columns, where }) =>
    on.map((event): [string, string] => {
      const whenever = `AFTER ${event} ON "${table}" FOR EACH ROW`;
      const conditions = [
        ...(event === 'UPDATE' && columns ? [changed(dialect, table, columns)] : []),
        ...(where === undefined ? [] : [where(event === 'DELETE' ? 'OLD' : 'NEW')]),
      ];
      const when = conditions.length === 0 ? '' : ` WHEN (${conditions.join(' AND ')})`;
      return [`access_${name}_${event.toLowerCase()}`, whenever + when];
    }),
  );
}

/** An edit of other columns writes these as well. */
function changed(
  { jsonText }: Pick<Dialect, 'jsonText'>,
  table: TableName,
  columns: readonly string[],
): string {
  const value = (row: string, column: string) =>
    kindOf(table, column) === 'json' ? jsonText(`${row}."${column}"`) : `${row}."${column}"`;
  return columns
    .map((column) => `${value('OLD', column)} IS DISTINCT FROM ${value('NEW', column)}`)
    .join(' OR ');
}
