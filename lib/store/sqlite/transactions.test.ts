import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { PrismaBetterSqlite3 } from '@prisma/adapter-better-sqlite3';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { counts } from '#lib/counts.ts';
import { isDiskFull, noteRoom } from '#lib/store/full-disk.ts';
import type { Transaction } from '#lib/store/prisma/transaction.ts';
import { is } from '#lib/store/predicates.ts';
import { transaction, WRITING, type Store } from '#lib/store/prisma/writing.ts';
import { openStore } from './database.ts';
import { keepStatements } from './kept-statements.ts';
import { migrate } from './migrate.ts';
import { openConnections } from './prisma.ts';

const LIMITS = { busy: 1_000, turn: 60_000, held: 60_000 };
const UNAVAILABLE = { status: 'UNAVAILABLE', headers: { 'retry-after': '1' } };

let folder: string;
let database: Database.Database;
let store: Store;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'grove-writer-'));
  const file = join(folder, 'grove.db');
  migrate(file);
  database = new Database(file, { timeout: 0 });
  store = await openStore(file, LIMITS);
});

afterEach(async () => {
  await store.close();
  database.close();
  rmSync(folder, { recursive: true });
});

it('closes connections that nobody has used', async () => {
  const file = join(folder, 'unused.db');
  migrate(file);
  const unused = await openStore(file, LIMITS);
  await unused.close();
  // The last connection takes away what stands beside the file.
  expect(readdirSync(folder).filter((name) => name.startsWith('unused'))).toEqual(['unused.db']);
});

const put = (key: string) => (tx: Transaction) => tx.put('Setting', { key, value: key });
const keys = () => database.prepare('SELECT "key" FROM "Setting" ORDER BY 1').pluck().all();

it('lets one after the other write, in the order in which they asked', async () => {
  const order: number[] = [];
  await Promise.all(
    [1, 2, 3].map((nth) =>
      transaction(store, async (tx) => {
        await wait(10);
        await put(`k${nth}`)(tx);
        order.push(nth);
      }),
    ),
  );
  expect([order, keys()]).toEqual([
    [1, 2, 3],
    ['k1', 'k2', 'k3'],
  ]);
});

it('lets the event loop do other work before each write', async () => {
  await transaction(store, put('first'));
  const order: string[] = [];
  const others = () => {
    order.push('other');
    if (order.length < 100) setImmediate(others);
  };
  setImmediate(others);
  const write = () => transaction(store, (tx) => put('k')(tx).then(() => order.push('write')));
  await Promise.all([write(), write(), write()]);
  expect(order.filter((one) => one === 'write')).toHaveLength(3);
  expect(order.join(' ')).not.toContain('write write');
});

it('fails those who wait for a stuck transaction in time, ends it, and then writes again', async () => {
  const hasty = { ...store, limits: { ...LIMITS, turn: 200, held: 600 } };
  const resume = Promise.withResolvers<void>();
  const late = Promise.withResolvers<unknown>();
  const stuck = transaction(hasty, async (tx) => {
    await put('stuck')(tx);
    await resume.promise;
    // Another transaction is open by now. Nothing of this write may get into it.
    await put('late')(tx).catch(late.resolve);
  });
  const ended = stuck.catch((error: unknown) => error);
  await expect(transaction(hasty, put('waiting'))).rejects.toMatchObject(UNAVAILABLE);
  expect(await ended).toMatchObject(UNAVAILABLE);
  await transaction(store, async (tx) => {
    resume.resolve();
    expect(await late.promise).toMatchObject({ message: 'the transaction is over' });
    await put('after')(tx);
  });
  expect(keys()).toEqual(['after']);
});

it('writes nothing of work that fails, and nothing through a handle that was kept', async () => {
  const kept: Transaction[] = [];
  const failing = transaction(store, async (tx) => {
    kept.push(tx);
    await put('a')(tx);
    throw new Error('no');
  });
  await expect(failing).rejects.toThrow('no');
  await expect(kept[0]?.deleteAll('Setting', is('key', 'a'))).rejects.toThrow('is over');
  await transaction(store, put('b'));
  expect(keys()).toEqual(['b']);
});

it.each(['commit', 'rollback'] as const)('takes no statement after a %s', async (end) => {
  const connections = await openConnections(join(folder, 'grove.db'), LIMITS.busy);
  const begun = await connections.begin();
  await begun[end]();
  const next = await connections.begin();
  const late = begun.executeRaw({
    sql: `INSERT INTO "Setting" VALUES ('late', '')`,
    args: [],
    argTypes: [],
  });
  await expect(late).rejects.toThrow('the transaction is over');
  await next.commit();
  expect(keys()).toEqual([]);
  await connections.close();
});

it('writes nothing of work in which a read failed, even if it caught the error', async () => {
  database.exec('DROP TABLE "AuditEvent"');
  const work = transaction(store, async (tx) => {
    await put('a')(tx);
    await tx.chainEnd('chain').catch(() => null);
  });
  await expect(work).rejects.toThrow('a statement has failed before');
  expect(keys()).toEqual([]);
});

it('does not begin once the signal is aborted', async () => {
  const reason = new Error('gone');
  await expect(transaction(store, put('a'), { signal: AbortSignal.abort(reason) })).rejects.toBe(
    reason,
  );
  expect(keys()).toEqual([]);
});

it('leaves the queue once the signal is aborted, and is not counted as refused', async () => {
  const end = Promise.withResolvers<void>();
  const first = transaction(store, () => end.promise);
  const client = new AbortController();
  const refused = counts.writersRefused;
  const second = transaction(store, put('b'), { signal: client.signal });
  const reason = new Error('gone');
  client.abort(reason);
  await expect(second).rejects.toBe(reason);
  expect([counts.writersRefused, counts.writersWaiting]).toEqual([refused, 0]);
  end.resolve();
  await first;
  expect(keys()).toEqual([]);
});

it('waits for another process that writes, and gives up in time', async () => {
  database.exec('BEGIN IMMEDIATE');
  await expect(transaction(store, put('refused'))).rejects.toMatchObject(UNAVAILABLE);
  const late = transaction(store, put('late'));
  setTimeout(() => database.exec('COMMIT'), LIMITS.busy / 4);
  await late;
  expect(keys()).toEqual(['late']);
});

it('keeps the statements of the adapter', async () => {
  const adapter = await new PrismaBetterSqlite3({ url: ':memory:' }).connect();
  const { database } = keepStatements(adapter);
  const prepared = vi.spyOn(database, 'prepare');
  const ask = (value: number) =>
    adapter.queryRaw({
      sql: 'SELECT ? AS "value"',
      args: [value],
      argTypes: [{ scalarType: 'int', arity: 'scalar' }],
    });
  for (const value of [1, 2]) expect(await ask(value)).toMatchObject({ rows: [[value]] });
  expect(prepared).toHaveBeenCalledOnce();
  await adapter.dispose();
});

it('reads more values than a statement takes while somebody writes', async () => {
  const { client } = store;
  await transaction(store, put('here'));
  await transaction(store, async (tx) => {
    await put('later')(tx);
    const many = Array.from({ length: 40_000 }, (_, index) => `k${index}`);
    const found = await client.setting.findMany({
      where: { key: { in: [...many, 'here', 'later'] } },
    });
    expect(found).toMatchObject([{ key: 'here' }]);
  });
  expect(keys()).toEqual(['here', 'later']);
});

it('says that the disk is full, writes nothing of it, and writes again once there is room', async () => {
  const log = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  // Another test of the process may have had the line within the same minute.
  const clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 60_000);
  const before = counts.writesWithoutRoom;
  const limitPages = (most: number) =>
    store.client.$transaction(
      async (handle) => handle.$queryRawUnsafe(`PRAGMA max_page_count = ${most}`),
      {
        maxWait: LIMITS.turn,
        timeout: LIMITS.held,
        ...WRITING,
      },
    );
  const putLarge = () =>
    transaction(store, async (tx) => {
      await put('small')(tx);
      await tx.put('Setting', { key: 'large', value: ' '.repeat(100_000) });
    });
  // SQLite takes the present size for a limit below it.
  await limitPages(1);
  const full = { status: 'UNAVAILABLE', headers: { 'retry-after': '30' } };
  await expect(putLarge()).rejects.toMatchObject(full);
  await expect(putLarge()).rejects.toMatchObject(full);
  expect([isDiskFull(), counts.writesWithoutRoom - before, log.mock.calls, keys()]).toEqual([
    true,
    2,
    [[expect.stringContaining('the disk of the database is full')]],
    [],
  ]);
  await limitPages(1_000_000);
  await putLarge();
  expect(keys()).toEqual(['large', 'small']);
  noteRoom();
  clock.mockRestore();
  log.mockRestore();
});
