import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { Semaphore } from '#lib/semaphore.ts';
import { all, is } from '#lib/store/predicates.ts';
import { rowsOf } from '#lib/store/sql/plan.ts';
import { closeDatabase, committed, openDatabase, snapshot } from '#lib/store/store.ts';
import { inSnapshot, onAny } from './connection.ts';
import { handles } from './database.ts';
import { openConnections } from './prisma.ts';
import { readSettings } from './settings.ts';
import { Statements } from './statements.ts';
import { Watch } from './watch.ts';

const folder = mkdtempSync(join(tmpdir(), 'grove-connections-'));

beforeAll(async () => {
  process.env.GROVE_DATA_DIR = folder;
  const address = new URL(process.env.DATABASE_URL ?? '');
  address.searchParams.set('connection_limit', '3');
  address.searchParams.set('connect_timeout', '1');
  process.env.DATABASE_URL = address.href;
  await openDatabase();
});

afterAll(async () => {
  await closeDatabase();
  rmSync(folder, { recursive: true });
});

const count = () => snapshot((reads) => reads.count('Setting', all()));

it('says of a snapshot that finds no connection that all are in use', async () => {
  await snapshot(async () => {
    await expect(count()).rejects.toMatchObject({
      status: 'UNAVAILABLE',
      description: 'the database is busy: all connections to it are in use; try again',
    });
  });
  expect(await count()).toBe(0);
});

it('does not wait for a second connection to end a statement on the only one', async () => {
  const other = new pg.Client(process.env.DATABASE_URL);
  await other.connect();
  await other.query('SELECT pg_advisory_lock(1)');
  const gone = new AbortController();
  const plan = rowsOf('SELECT pg_advisory_lock_shared(1)');
  const read = inSnapshot(plan, false, 60_000, gone.signal);
  // Other databases may have a lock with the same number.
  const waiting = `SELECT 1 FROM pg_locks JOIN pg_database d ON d.oid = "database"
    WHERE NOT granted AND locktype = 'advisory' AND objid = 1 AND d.datname = current_database()`;
  await vi.waitUntil(async () => (await other.query(waiting)).rows.length > 0);
  gone.abort(new Error('gone'));
  await setImmediate();
  expect(handles().reading.waitingCount).toBe(0);
  await other.end();
  expect((await read).result).toHaveLength(1);
});

const HOW = `SELECT current_setting('plan_cache_mode') || ', ' || current_setting('enable_seqscan')
  || ', ' || current_setting('enable_bitmapscan') AS "how"`;

it.each([
  { isFixed: true, expected: 'force_generic_plan, off, off' },
  { isFixed: false, expected: 'force_custom_plan, on, on' },
])('plans statements for all values or for theirs: $isFixed', async ({ isFixed, expected }) => {
  const plan = () => rowsOf<{ how: string }>(HOW);
  const { result } = await inSnapshot(plan(), isFixed, 5_000);
  expect(result).toEqual([{ how: expected }]);
  expect(await onAny(plan)).toEqual([{ how: 'auto, on, on' }]);
});

it.each(['commit', 'rollback'] as const)('takes no statement after a %s', async (end) => {
  const { config } = readSettings(process.env.DATABASE_URL ?? '');
  const pool = new pg.Pool({ ...config, max: 1 });
  const watch = new Watch(config);
  const pools = { reading: pool, snapshots: pool, writing: pool };
  const served = { statements: new Statements(true), watch, turns: new Semaphore(1) };
  const connections = await openConnections(pools, served, 30_000);
  const begun = await connections.begin();
  await begun[end]();
  const late = begun.executeRaw({
    sql: `INSERT INTO "Setting" VALUES ('late', '')`,
    args: [],
    argTypes: [],
  });
  await expect(late).rejects.toThrow('the transaction is over');
  expect(await committed.first('Setting', is('key', 'late'))).toBeNull();
  await connections.close();
  await pool.end();
  watch.close();
});
