import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { is, isIn } from '#lib/store/predicates.ts';
import {
  accessRevision,
  closeDatabase,
  committed,
  openDatabase,
  transaction,
} from '#lib/store/store.ts';
import { startPostgres } from '../../../e2e/support/postgres.ts';
import type { PostgresServer } from '../../../e2e/support/postgres.ts';
import { intercept } from '../../../e2e/support/statements.ts';

const folder = mkdtempSync(join(tmpdir(), 'grove-log-'));
let server: PostgresServer;
let admin: pg.Client;

async function connect(): Promise<void> {
  admin = new pg.Client(server.url('grove'));
  admin.on('error', () => {});
  await admin.connect();
}

beforeAll(async () => {
  server = await startPostgres({ isDurable: true });
  const first = new pg.Client(server.url('postgres'));
  await first.connect();
  await first.query('CREATE DATABASE grove');
  await first.end();
  await connect();
  Object.assign(process.env, { GROVE_DATA_DIR: folder, DATABASE_URL: server.url('grove') });
  await openDatabase();
}, 120_000);

afterAll(async () => {
  await closeDatabase();
  await admin.end();
  await server.stop();
  rmSync(folder, { recursive: true });
});

afterEach(() => vi.restoreAllMocks());

const put = (key: string) => transaction((tx) => tx.put('Setting', { key, value: 'set' }));
const isThere = async (key: string) => (await committed.first('Setting', is('key', key))) !== null;

/** Runs the statements that wait for the log through `step`. */
function interceptWaits(step: (send: () => Promise<unknown>) => Promise<unknown>): void {
  intercept((text, send) => (text.includes('emit_message') ? step(send) : send()));
}

const UNSURE = expect.objectContaining({
  status: 'UNAVAILABLE',
  message: expect.stringContaining('may have taken effect') as string,
  headers: { 'retry-after': '1' },
}) as unknown;

const REFUSED = expect.objectContaining({
  status: 'UNAVAILABLE',
  message: expect.stringContaining('is busy') as string,
}) as unknown;

const incarnation = async () => {
  const { rows } = await admin.query<{ name: string }>('SELECT "name" FROM "Incarnation"');
  return rows[0]?.name;
};

it('lets others write while one waits for the log, and shares the next wait among them', async () => {
  await put('before');
  const first = Promise.withResolvers<void>();
  let waits = 0;
  interceptWaits(async (send) => {
    waits += 1;
    if (waits === 1) await first.promise;
    return send();
  });
  const keys = Array.from({ length: 8 }, (_, index) => `shared ${index}`);
  let acknowledged = 0;
  const writes = keys.map((key) => put(key).then(() => (acknowledged += 1)));
  await vi.waitFor(async () =>
    expect(await committed.count('Setting', isIn('key', keys))).toBe(keys.length),
  );
  expect([waits, acknowledged]).toEqual([1, 0]);
  first.resolve();
  await Promise.all(writes);
  expect([waits, acknowledged]).toEqual([2, keys.length]);
});

it('acknowledges nothing if the server lost something between the commit and the wait', async () => {
  await put('known');
  interceptWaits(async (send) => {
    vi.restoreAllMocks();
    await admin.query('TRUNCATE "Incarnation"');
    return send();
  });
  await expect(put('unsure')).rejects.toEqual(UNSURE);
  await put('sure');
  expect(await isThere('sure')).toBe(true);
});

it('acknowledges nothing while a standby that commits wait for is away, and goes on afterwards', async () => {
  const wantStandby = async (name: string) => {
    await admin.query(`ALTER SYSTEM SET synchronous_standby_names = '${name}'`);
    await admin.query('SELECT pg_reload_conf()');
    await vi.waitFor(async () => {
      const { rows } = await admin.query('SHOW synchronous_standby_names');
      expect(rows).toEqual([{ synchronous_standby_names: name }]);
    });
  };
  await wantStandby('nobody');
  // The server itself may learn of it a little later than this connection.
  await vi.waitFor(() => expect(put('lonely')).rejects.toEqual(UNSURE), 60_000);
  // None of these begins.
  const keys = ['late 1', 'late 2', 'late 3', 'late 4'];
  const refused = await Promise.allSettled(keys.map(put));
  expect(refused).toEqual(keys.map(() => ({ status: 'rejected', reason: REFUSED })));
  expect(await committed.count('Setting', isIn('key', keys))).toBe(0);
  await wantStandby('');
  await vi.waitFor(() => put('together'), 30_000);
  expect(await isThere('together')).toBe(true);
});

it('begins another incarnation after a crash, with access revisions that never were', async () => {
  await put('kept');
  const before = { name: await incarnation(), revision: await accessRevision() };
  await server.end('SIGKILL');
  await server.start();
  await connect();
  expect(await incarnation()).toBeUndefined();
  await vi.waitFor(() => put('after the crash'), 30_000);
  expect(await isThere('kept')).toBe(true);
  expect(await incarnation()).not.toBe(before.name);
  expect(await accessRevision()).toBeGreaterThan(before.revision + 50_000);
});

it('begins another incarnation once a standby is promoted', async () => {
  await put('on the primary');
  const standby = await startPostgres({ isDurable: true, primary: server.url('postgres') });
  const client = new pg.Client(standby.url('grove'));
  await client.connect();
  await client.query('SELECT pg_promote()');
  const { rows } = await client.query('SELECT "name" FROM "Incarnation"');
  expect(rows).toEqual([]);
  await client.end();
  await standby.stop();
});

it('keeps its name when the server is restarted in order', async () => {
  await put('in order');
  const before = await incarnation();
  await server.end('SIGINT');
  await server.start();
  await connect();
  expect(await incarnation()).toBe(before);
});
