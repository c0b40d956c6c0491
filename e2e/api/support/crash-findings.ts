/** Compares the database of a killed server with its acknowledged writes. */
import { isDeepStrictEqual } from 'node:util';
import type { Database } from 'better-sqlite3';
import { config } from '#lib/config.ts';
import type { Json } from '../harness.ts';
import { query } from './database.ts';
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
  (table) => `SELECT ${COLUMNS} FROM "${table}" WHERE "name" LIKE 'written %'`,
);
const CHANGED = `SELECT * FROM "AuditEvent" WHERE "result" = 'OK'
  AND coalesce("before", "after")`;
const IN_FILE = `${CHANGED} ->> '$.name' LIKE 'written %' ORDER BY "rowid"`;
/** Transaction ids give the order in an organization, where one writes at a time. Places of rows are reused. */
const ON_SERVER = `${CHANGED} ->> 'name' LIKE 'written %' ORDER BY xmin::text::bigint, ctid`;
const OWNERLESS = `SELECT "uid" FROM "Group" AS g WHERE "parent" = '' AND NOT EXISTS
  (SELECT 1 FROM "RoleBinding" AS b WHERE b."parent" = g."uid")`;

function parsed(text: unknown): Json | null {
  return text === null ? null : (JSON.parse(String(text)) as Json);
}

function parsedChanges(rows: readonly Change[]): Change[] {
  return rows.map((change) => {
    return { ...change, before: parsed(change.before), after: parsed(change.after) };
  });
}

interface Stored {
  rows: TimedRow[];
  /** The changes in the order in which they were written. */
  changes: Change[];
  ownerless: string[];
}

function inFile(database: Database): Stored {
  return {
    rows: database.prepare(ROWS.join(' UNION ALL ')).all() as TimedRow[],
    changes: parsedChanges(database.prepare(IN_FILE).all() as Change[]),
    ownerless: database.prepare(OWNERLESS).pluck().all() as string[],
  };
}

async function inDatabase(): Promise<Stored> {
  const changes = config().databaseUrl === undefined ? IN_FILE : ON_SERVER;
  const ownerless = await query<{ uid: string }>(OWNERLESS);
  return {
    rows: await query<TimedRow>(ROWS.join(' UNION ALL ')),
    changes: parsedChanges(await query<Change>(changes)),
    ownerless: ownerless.map(({ uid }) => uid),
  };
}

/** The state after all events of the audit log; each event must fit the state before it. */
function replayed(changes: readonly Change[]): { state: Map<string, Json>; problems: string[] } {
  const state = new Map<string, Json>();
  const problems: string[] = [];
  for (const { operation, resource, before, after } of changes) {
    const known = state.get(resource) ?? null;
    const isUpdate = operation === 'update';
    const fits = isUpdate
      ? known !== null &&
        Object.entries(before ?? {}).every(([key, was]) => isDeepStrictEqual(known[key], was))
      : isDeepStrictEqual(before, known);
    const isWhole = (after === null) === (operation === 'delete');
    if (!fits || !isWhole) problems.push(`the ${operation} of ${resource} does not fit the log`);
    if (after === null) state.delete(resource);
    else state.set(resource, isUpdate ? { ...known, ...after } : after);
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

function findingsIn({ rows, changes, ownerless }: Stored, ledger: Ledger): string[] {
  const logged = new Set(changes.map(({ requestId }) => requestId));
  const { state, problems } = replayed(changes);
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

/**
 * Every fault in the data of the writers, in words: an acknowledged write or its audit event that
 * is missing, or a write that exists in part.
 */
export async function findingsOf(ledger: Ledger): Promise<string[]> {
  return findingsIn(await inDatabase(), ledger);
}

/** The faults in a SQLite file, which may be a copy. */
export function findingsOfFile(database: Database, ledger: Ledger): string[] {
  return findingsIn(inFile(database), ledger);
}
