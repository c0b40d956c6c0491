import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { transaction, type Store } from '#lib/store/prisma/writing.ts';
import { openStore } from './database.ts';
import { migrate } from './migrate.ts';
import { SharedSync } from './shared-sync.ts';

const LIMITS = { busy: 1_000, turn: 60_000, held: 60_000 };
const FAILED = { status: 'UNAVAILABLE', message: expect.stringContaining('disk') as string };

const sync = vi.fn<() => Promise<void>>();
let folder: string;
let store: Store;

const open = async () => (store = await openStore(join(folder, 'grove.db'), LIMITS, sync));
const put = (key: string) => transaction(store, (tx) => tx.put('Setting', { key, value: 'x' }));

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'grove-sync-'));
  migrate(join(folder, 'grove.db'));
  sync.mockResolvedValue();
  await open();
});

afterEach(async () => {
  sync.mockReset();
  vi.restoreAllMocks();
  await store.close();
  rmSync(folder, { recursive: true });
});

/** What a disk would have after a power cut: the files as they were at a sync. */
function copyTo(disk: string): void {
  for (const name of ['grove.db', 'grove.db-wal'])
    if (existsSync(join(folder, name))) copyFileSync(join(folder, name), join(disk, name));
}

function keysOn(disk: string): unknown[] {
  const database = new Database(join(disk, 'grove.db'));
  const keys = database.prepare(`SELECT "key" FROM "Setting"`).pluck().all();
  database.close();
  return keys;
}

it('acknowledges a write only once the disk has it', async () => {
  const disk = mkdtempSync(join(tmpdir(), 'grove-disk-'));
  copyTo(disk);
  const acknowledged: string[] = [];
  sync.mockImplementation(async () => {
    await new Promise((resolve) => setImmediate(resolve));
    copyTo(disk);
  });
  const writer = async (name: string) => {
    for (let nth = 0; nth < 20; nth += 1) {
      await put(`${name}${nth}`);
      acknowledged.push(`${name}${nth}`);
      expect(keysOn(disk)).toEqual(expect.arrayContaining(acknowledged));
    }
  };
  await Promise.all(['a', 'b', 'c', 'd'].map(writer));
  expect(acknowledged).toHaveLength(80);
  rmSync(disk, { recursive: true });
});

it('lets the next write begin while one waits for the disk', async () => {
  const first = Promise.withResolvers<void>();
  sync.mockReturnValueOnce(first.promise);
  const done: string[] = [];
  const a = put('a').then(() => done.push('a'));
  await vi.waitFor(() => expect(sync).toHaveBeenCalledOnce());
  const b = put('b').then(() => done.push('b'));
  await vi.waitFor(() => expect(store.client.setting.count({})).resolves.toBe(2));
  expect([done, sync.mock.calls.length]).toEqual([[], 1]);
  first.resolve();
  await Promise.all([a, b]);
  expect(sync).toHaveBeenCalledTimes(2);
});

it('waits for a sync that began after the commit, which others share', async () => {
  const runs = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const started = vi.fn<() => Promise<void>>();
  for (const { promise } of runs) started.mockReturnValueOnce(promise);
  const shared = new SharedSync(started);
  const done: number[] = [];
  const wait = (nth: number) => shared.onDisk().then(() => done.push(nth));
  const all = [wait(0)];
  await vi.waitFor(() => expect(started).toHaveBeenCalledOnce());
  all.push(wait(1), wait(2));
  runs[0]?.resolve();
  await vi.waitFor(() => expect(started).toHaveBeenCalledTimes(2));
  expect(done).toEqual([0]);
  runs[1]?.resolve();
  await Promise.all(all);
  expect([done, started.mock.calls.length]).toEqual([[0, 1, 2], 2]);
});

it('fails whoever waits for a sync that fails, and writes nothing afterwards', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  sync.mockRejectedValueOnce(new Error('EIO'));
  await expect(put('lost')).rejects.toMatchObject(FAILED);
  await expect(put('refused')).rejects.toMatchObject(FAILED);
  expect(await store.client.setting.count({ where: { key: 'refused' } })).toBe(0);
  await store.close();
  await open();
  await put('later');
});
