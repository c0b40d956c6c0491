/** What the database of a killed server lacks. */
import { isDeepStrictEqual } from 'node:util';
import type { Database } from 'better-sqlite3';
import type { Json } from '../harness.ts';
import { missingFrom } from './crash-writers.ts';
import type { Ledger, Row } from './crash-writers.ts';

interface Change {
  requestId: string;
  operation: string;
  resource: string;
  before: Json | null;
  after: Json | null;
}

type TimedRow = Row & { updateTime: number };

const COLUMNS = '"uid", "name", "description", "updateTime"';
const ROWS = ['Group', 'Identity'].map(
  (table) => `SELECT ${COLUMNS} FROM "${table}" WHERE "name" GLOB 'written *'`,
);
const CHANGES = `SELECT * FROM "AuditEvent" WHERE "result" = 'OK'
  AND coalesce("before", "after") ->> '$.name' GLOB 'written *' ORDER BY "rowid"`;
const OWNERLESS = `SELECT "uid" FROM "Group" AS g WHERE "parent" = '' AND NOT EXISTS
  (SELECT 1 FROM "RoleBinding" AS b WHERE b."parent" = g."uid")`;

function parsed(text: unknown): Json | null {
  return text === null ? null : (JSON.parse(String(text)) as Json);
}

function changesOf(database: Database): Change[] {
  return (database.prepare(CHANGES).all() as Change[]).map((change) => {
    return { ...change, before: parsed(change.before), after: parsed(change.after) };
  });
}

/** The state after all events of the audit log; each event must fit the state before it. */
function replayed(changes: readonly Change[]): { state: Map<string, Json>; problems: string[] } {
  const state = new Map<string, Json>();
  const problems: string[] = [];
  for (const { operation, resource, before, after } of changes) {
    const fits = isDeepStrictEqual(before, state.get(resource) ?? null);
    const isWhole = (after === null) === (operation === 'delete');
    if (!fits || !isWhole) problems.push(`the ${operation} of ${resource} does not fit the log`);
    if (after === null) state.delete(resource);
    else state.set(resource, after);
  }
  return { state, problems };
}

function shown({ uid, name, description, updateTime }: TimedRow): Json {
  return { uid, name, description, updateTime: new Date(updateTime).toISOString() };
}

/** Compares the rows with the audit log. */
function differences(rows: readonly TimedRow[], state: ReadonlyMap<string, Json>): string[] {
  const left = new Map(state);
  const odd = rows.flatMap((row) => {
    const logged = left.get(row.uid);
    left.delete(row.uid);
    if (logged === undefined) return [`${row.uid} is not in the log`];
    const { uid, name, description, updateTime } = logged;
    if (isDeepStrictEqual(shown(row), { uid, name, description, updateTime })) return [];
    return [`${row.uid} is not as the log has it: ${JSON.stringify(row)}`];
  });
  return [...odd, ...[...left.keys()].map((uid) => `${uid} is in the log alone`)];
}

/**
 * Every fault in the data of the writers, in words: an acknowledged write or its audit event that
 * is missing, or a write that exists in part.
 */
export function findingsOf(database: Database, ledger: Ledger): string[] {
  const rows = database.prepare(ROWS.join(' UNION ALL ')).all() as TimedRow[];
  const changes = changesOf(database);
  const logged = new Set(changes.map(({ requestId }) => requestId));
  const { state, problems } = replayed(changes);
  const ownerless = database.prepare(OWNERLESS).pluck().all() as string[];
  return [
    ...missingFrom(ledger, rows),
    ...ownerless.map((uid) => `${uid} has no owner`),
    ...ledger.acknowledged
      .filter((requestId) => !logged.has(requestId))
      .map((requestId) => `the record of request ${requestId} is gone`),
    ...problems,
    ...differences(rows, state),
  ];
}
