import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { config } from '#lib/config.ts';
import { closeDatabase, openDatabase } from '#lib/store/store.ts';
import { spendTogether } from './request-buckets.ts';

const folder = mkdtempSync(join(tmpdir(), 'grove-request-buckets-'));
const WINDOW_MS = 1_000_000;
let client: pg.Client;

beforeAll(async () => {
  process.env.GROVE_DATA_DIR = folder;
  await openDatabase();
  client = new pg.Client(config().databaseUrl);
  await client.connect();
});

beforeEach(() => client.query('DELETE FROM "RequestBucket"'));

afterAll(async () => {
  await client.end();
  await closeDatabase();
  rmSync(folder, { recursive: true });
});

const spend = async (key: string, costMs: number) =>
  (await spendTogether([{ key, costMs, windowMs: WINDOW_MS }])).get(key) ?? Number.NaN;

/** As if that much time had passed. */
const pass = (ms: number) =>
  client.query('UPDATE "RequestBucket" SET "fullTime" = "fullTime" - $1', [ms]);

it('adds up what is spent, and gives it back with time', async () => {
  expect(await spend('a', 300_000)).toBe(300_000);
  expect(await spend('b', 1_000)).toBe(1_000);
  await pass(100_000);
  const rest = await spend('a', 50_000);
  expect(rest).toBeLessThanOrEqual(250_000);
  expect(rest).toBeGreaterThan(240_000);
  await pass(400_000);
  expect(await spend('a', 7_000)).toBe(7_000);
});

it('lets nobody owe more than another window', async () => {
  expect(await spend('a', 5 * WINDOW_MS)).toBe(2 * WINDOW_MS);
  expect(await spend('a', 5 * WINDOW_MS)).toBe(2 * WINDOW_MS);
});

it('loses nothing that many tell at the same time, whatever the order of their keys', async () => {
  const keys = Array.from({ length: 50 }, (_, index) => `key ${index}`);
  const told = (ordered: readonly string[]) =>
    spendTogether(ordered.map((key) => ({ key, costMs: 10_000, windowMs: WINDOW_MS })));
  const rounds = Array.from({ length: 20 }, (_, index) =>
    told(index % 2 === 0 ? keys : keys.toReversed()),
  );
  await Promise.all(rounds);
  const rest = await told(keys);
  expect([...rest.keys()].toSorted()).toEqual(keys.toSorted());
  for (const fullMs of rest.values()) {
    expect(fullMs).toBeLessThanOrEqual(210_000);
    expect(fullMs).toBeGreaterThan(180_000);
  }
});

it('forgets what is full again', async () => {
  await spend('a', 1_000);
  await pass(2_000);
  await spend('b', 1_000);
  const { rows } = await client.query('SELECT "key" FROM "RequestBucket"');
  expect(rows).toEqual([{ key: 'b' }]);
});
