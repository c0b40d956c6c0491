import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { all } from '#lib/store/predicates.ts';
import { closeDatabase, committed, openDatabase, type Asker } from '#lib/store/store.ts';
import { handles } from './database.ts';

const folder = mkdtempSync(join(tmpdir(), 'grove-searches-'));
const admin = new pg.Client(process.env.DATABASE_URL);

beforeAll(async () => {
  process.env.GROVE_DATA_DIR = folder;
  await admin.connect();
  await openDatabase();
});

afterAll(async () => {
  await closeDatabase();
  await admin.end();
  rmSync(folder, { recursive: true });
});

const search = (asker: Asker) => committed.uids('Identity', all(), 'uid', asker);

it('leaves connections to others, however many searches one organization has', async () => {
  await admin.query('BEGIN; LOCK TABLE "Identity"');
  const asker = { caller: 'a', shares: ['greedy'] };
  let ended = 0;
  const greedy = Array.from({ length: 20 }, () => search(asker).finally(() => (ended += 1)));
  const modest = { caller: 'b', shares: ['modest'] };
  expect(await committed.uids('Advisory', all(), 'uid', modest)).toEqual([]);
  const other = search({ caller: 'c', shares: ['other'] });
  expect(await committed.get('Group', 'none')).toBeNull();
  const gone = new AbortController();
  const late = search({ ...asker, signal: gone.signal });
  gone.abort(new Error('gone'));
  await expect(late).rejects.toThrow('gone');
  expect(ended).toBe(0);
  await admin.query('ROLLBACK');
  await Promise.all([...greedy, other]);
  expect(await search(asker)).toEqual([]);
});

async function isWaiting(): Promise<boolean> {
  // Tables of other databases may have the same number.
  const { rows } = await admin.query(
    `SELECT 1 FROM pg_locks JOIN pg_database d ON d.oid = "database"
     WHERE NOT granted AND relation = '"Identity"'::regclass AND d.datname = current_database()`,
  );
  return rows.length > 0;
}

it('ends a statement whose caller has gone', async () => {
  await admin.query('BEGIN; LOCK TABLE "Identity"');
  const gone = new AbortController();
  const read = search({ caller: 'a', signal: gone.signal });
  await vi.waitUntil(isWaiting);
  gone.abort(new Error('gone'));
  await expect(read).rejects.toThrow('gone');
  expect(await isWaiting()).toBe(false);
  await admin.query('ROLLBACK');
});

it('begins no statement for a caller who leaves before there is a connection', async () => {
  const gone = new AbortController();
  const texts: unknown[] = [];
  handles().reading.once('acquire', (client: pg.PoolClient) => {
    const { query } = client;
    vi.spyOn(client, 'query').mockImplementation((...given: unknown[]) => {
      texts.push(given[0]);
      return Reflect.apply(query, client, given);
    });
    gone.abort(new Error('gone'));
  });
  await expect(search({ caller: 'a', signal: gone.signal })).rejects.toThrow('gone');
  vi.restoreAllMocks();
  expect(texts).toEqual([expect.stringMatching(/^BEGIN/), 'COMMIT']);
});
