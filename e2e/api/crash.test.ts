import Database from 'better-sqlite3';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { config } from '#lib/config.ts';
import type { Json } from './harness.ts';
import { missingFrom, writeUntilGone } from './support/crash-writers.ts';
import type { Ledger, Row, Target } from './support/crash-writers.ts';
import { newServerProcess } from './support/server-process.ts';
import type { ServerProcess } from './support/server-process.ts';

const CRASHES = 20;
const WRITERS = 8;

let server: ServerProcess;
let target: Target;

beforeAll(async () => {
  server = await newServerProcess();
  target = { ...server, url: `http://${server.address}` };
});

afterAll(() => server.remove());

/** Resolves once so many more writes are acknowledged. */
async function untilAcknowledged(ledger: Ledger, more: number): Promise<void> {
  const enough = ledger.acknowledged.length + more;
  while (ledger.acknowledged.length < enough) await wait(2);
}

interface Change {
  requestId: string;
  operation: string;
  resource: string;
  before: Json | null;
  after: Json | null;
}

const COLUMNS = '"uid", "name", "description", "updateTime"';
const ROWS = ['Group', 'Identity'].map(
  (table) => `SELECT ${COLUMNS} FROM "${table}" WHERE "name" GLOB 'written *'`,
);
const CHANGES = `SELECT * FROM "AuditEvent" WHERE "result" = 'OK'
  AND coalesce("before", "after") ->> '$.name' GLOB 'written *' ORDER BY "rowid"`;
const OWNERLESS = `SELECT "uid" FROM "Group" AS g WHERE "parent" = '' AND NOT EXISTS
  (SELECT 1 FROM "RoleBinding" AS b WHERE b."parent" = g."uid")`;

type TimedRow = Row & { updateTime: number };

/** What the file holds, as the next process would find it. */
function read(): { rows: TimedRow[]; changes: Change[]; ownerless: unknown[]; integrity: unknown } {
  const database = new Database(config().databaseFile);
  const all = <T>(sql: string) => database.prepare(sql).all() as T[];
  const parsed = (text: unknown) => (text === null ? null : (JSON.parse(String(text)) as Json));
  const content = {
    rows: all<TimedRow>(ROWS.join(' UNION ALL ')),
    changes: all<Change>(CHANGES).map((change): Change => {
      return { ...change, before: parsed(change.before), after: parsed(change.after) };
    }),
    ownerless: all(OWNERLESS),
    integrity: database.pragma('integrity_check', { simple: true }),
  };
  database.close();
  return content;
}

/** What there is after all changes of the log, each of which fits what there was before it. */
function replayed(changes: readonly Change[]): Map<string, Json> {
  const state = new Map<string, Json>();
  for (const { operation, resource, before, after } of changes) {
    expect(before, `${operation} of ${resource}`).toEqual(state.get(resource) ?? null);
    expect(after === null).toBe(operation === 'delete');
    if (after === null) state.delete(resource);
    else state.set(resource, after);
  }
  return state;
}

function shown({ uid, name, description, updateTime }: TimedRow): Json {
  return { uid, name, description, updateTime: new Date(updateTime).toISOString() };
}

const byUid = (a: Json, b: Json) => (String(a['uid']) < String(b['uid']) ? -1 : 1);

function verify(ledger: Ledger): void {
  const { rows, changes, ownerless, integrity } = read();
  expect(integrity).toBe('ok');
  expect(missingFrom(ledger, rows)).toEqual([]);
  expect(ownerless).toEqual([]);
  const logged = new Set(changes.map(({ requestId }) => requestId));
  expect(ledger.acknowledged.filter((requestId) => !logged.has(requestId))).toEqual([]);
  const state = [...replayed(changes).values()].toSorted(byUid);
  expect(rows.map(shown).toSorted(byUid)).toEqual(
    state.map(({ uid, name, description, updateTime }) => ({ uid, name, description, updateTime })),
  );
}

it('keeps every acknowledged write and no half of one, however often the server is killed', async () => {
  const ledger: Ledger = { known: new Map(), acknowledged: [] };
  for (let crash = 0; crash < CRASHES; crash += 1) {
    await server.start();
    const writers = Array.from({ length: WRITERS }, () => writeUntilGone(target, ledger));
    const gone = Promise.all(writers);
    await Promise.race([untilAcknowledged(ledger, 5 + Math.floor(Math.random() * 60)), gone]);
    await server.end('SIGKILL');
    await gone;
    verify(ledger);
  }
  expect(ledger.acknowledged.length).toBeGreaterThan(CRASHES * 5);
  await server.start();
  const { status } = await fetch(`${target.url}/readyz`);
  expect(status).toBe(200);
}, 300_000);
