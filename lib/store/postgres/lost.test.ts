import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { isReady } from '#lib/service/readiness.ts';
import { all, is } from '#lib/store/predicates.ts';
import {
  closeDatabase,
  committed,
  openDatabase,
  snapshot,
  spendTogether,
  transaction,
  verify,
} from '#lib/store/store.ts';
import { openRoad, through, type Road } from '../../../e2e/support/road.ts';

const folder = mkdtempSync(join(tmpdir(), 'grove-lost-'));
const server = new URL(process.env.DATABASE_URL ?? '');
let road: Road;
let admin: pg.Client;

beforeAll(async () => {
  admin = new pg.Client(server.href);
  await admin.connect();
  road = await openRoad(server.href);
  process.env.GROVE_DATA_DIR = folder;
  process.env.GROVE_SEARCH_TIMEOUT = '1';
  process.env.DATABASE_URL = through(road, server.href);
  await openDatabase();
});

beforeEach(() => transaction((tx) => tx.put('Setting', { key: 'kept', value: 'before' })));

afterAll(async () => {
  await closeDatabase();
  await road.close();
  await admin.end();
  rmSync(folder, { recursive: true });
});

/** As a restart of the server does. */
const endConnections = () =>
  admin.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid()`);

const kept = async () => (await committed.first('Setting', is('key', 'kept')))?.value;
const change = () =>
  transaction((tx) => tx.put('Setting', { key: 'kept', value: `after ${Math.random()}` }));

const UNAVAILABLE = expect.objectContaining({
  status: 'UNAVAILABLE',
  headers: { 'retry-after': '1' },
}) as unknown;

it('reads and writes on after connections have ended while nobody used them', async () => {
  await Promise.all([kept(), kept(), kept()]);
  await endConnections();
  expect(await Promise.all([kept(), kept(), kept()])).toEqual(['before', 'before', 'before']);
  await endConnections();
  expect(await snapshot((reads) => reads.count('Setting', all()))).toBe(1);
  await endConnections();
  await change();
  expect(await kept()).toMatch(/^after/);
});

it('tries no transaction again that has begun, and leaves nothing of it', async () => {
  let times = 0;
  const work = transaction(async (tx) => {
    times += 1;
    await tx.put('Setting', { key: 'kept', value: 'half' });
    await endConnections();
    await tx.put('Setting', { key: 'other', value: 'half' });
  });
  await expect(work).rejects.toEqual(UNAVAILABLE);
  expect([times, await kept()]).toEqual([1, 'before']);
});

it('says what it can while the server is away, and goes on once it is back', async () => {
  await road.close();
  await expect(kept()).rejects.toEqual(UNAVAILABLE);
  await expect(snapshot((reads) => reads.count('Setting', all()))).rejects.toEqual(UNAVAILABLE);
  await expect(change()).rejects.toEqual(UNAVAILABLE);
  await expect(verify()).rejects.toEqual(UNAVAILABLE);
  const spent = { key: 'a', costMs: 1, windowMs: 1_000 };
  await expect(spendTogether?.([spent])).rejects.toEqual(UNAVAILABLE);
  expect(await isReady()).toBe(false);
  const late = kept();
  await wait(500);
  await road.open();
  expect(await late).toBe('before');
  expect(await isReady()).toBe(true);
  await change();
});

it('gives a server that hangs up, and goes on once it answers', async () => {
  await Promise.all([kept(), change()]);
  let others: Promise<PromiseSettledResult<unknown>[]> | undefined;
  const inTheMiddle = transaction(async (tx) => {
    await tx.put('Setting', { key: 'kept', value: 'half' });
    road.freeze();
    // More than there are connections.
    const reads = Array.from({ length: 20 }, () => kept());
    const count = snapshot((one) => one.count('Setting', all()));
    others = Promise.allSettled([...reads, change(), change(), count]);
    await tx.put('Setting', { key: 'other', value: 'half' });
  });
  await expect(inTheMiddle).rejects.toEqual(UNAVAILABLE);
  for (const outcome of (await others) ?? []) {
    expect(outcome).toEqual({ status: 'rejected', reason: UNAVAILABLE });
  }
  await expect(kept()).rejects.toEqual(UNAVAILABLE);
  await road.close();
  await road.open();
  await vi.waitFor(async () => expect(await kept()).not.toBe('half'), 10_000);
  await change();
  expect(await kept()).toMatch(/^after/);
});

it('lets a statement take long while the server answers others', async () => {
  await expect(
    transaction(async (tx) => {
      await admin.query(`BEGIN; UPDATE "Setting" SET "value" = 'theirs' WHERE "key" = 'kept'`);
      setTimeout(() => void admin.query('COMMIT'), 4_000);
      await tx.put('Setting', { key: 'kept', value: 'late' });
    }),
  ).resolves.toBeUndefined();
  expect(await kept()).toBe('late');
});

it('ends a search at its deadline', async () => {
  await admin.query('BEGIN; LOCK TABLE "Identity"');
  const order = { column: 'uid', descending: false };
  const query = {
    where: all(),
    place: null,
    order,
    cursor: null,
    skip: 0,
    limit: 1,
  };
  try {
    const slow = expect.objectContaining({ status: 'DEADLINE_EXCEEDED' }) as unknown;
    await expect(committed.page('Identity', query)).rejects.toEqual(slow);
    await expect(committed.uids('Identity', all(), 'uid', { caller: 'somebody' })).rejects.toEqual(
      slow,
    );
  } finally {
    await admin.query('ROLLBACK');
  }
  expect(await committed.page('Identity', query)).toMatchObject({ rows: [], total: 0 });
});

it('says that the disk is full, and is not ready until a write finds room', async () => {
  const log = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  await admin.query(`CREATE FUNCTION no_room() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN RAISE EXCEPTION USING ERRCODE = 'disk_full'; END $$`);
  await admin.query(`CREATE TRIGGER no_room BEFORE INSERT OR UPDATE ON "Setting"
    FOR EACH ROW EXECUTE FUNCTION no_room()`);
  await expect(change()).rejects.toMatchObject({
    status: 'UNAVAILABLE',
    message: expect.stringContaining('the disk of the database is full') as string,
  });
  expect([await isReady(), await kept()]).toEqual([false, 'before']);
  await admin.query('DROP FUNCTION no_room CASCADE');
  await vi.waitUntil(isReady, { timeout: 30_000 });
  await change();
  expect(log).toHaveBeenCalledOnce();
  log.mockRestore();
});
