import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { is } from '#lib/store/predicates.ts';
import { transaction, type Store } from '#lib/store/prisma/writing.ts';
import { openStore } from './database.ts';
import { migrate } from './migrate.ts';

const PAGE = 4_096;
const LIMITS = { busy: 1_000, turn: 60_000, held: 60_000 };

let folder: string;
let database: Database.Database;
let store: Store;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'grove-log-'));
  const file = join(folder, 'grove.db');
  migrate(file);
  database = new Database(file);
  store = await openStore(file, LIMITS);
});

afterEach(async () => {
  await store.close();
  database.close();
  rmSync(folder, { recursive: true });
});

/** Writes about so many pages in one transaction. */
const write = (pages: number) =>
  transaction(store, (tx) => tx.put('Setting', { key: 'long', value: 'x'.repeat(pages * PAGE) }));

function inLog(): number {
  const [counts] = database.pragma('wal_checkpoint(NOOP)') as {
    log: number;
    checkpointed: number;
  }[];
  return counts === undefined ? 0 : counts.log - counts.checkpointed;
}

it('copies nothing after a few pages', async () => {
  const before = inLog();
  await write(100);
  expect(inLog()).toBeGreaterThan(before + 99);
});

it('copies a thousand pages within the commit', async () => {
  await write(1_100);
  expect(inLog()).toBe(0);
});

it('copies more in a thread, and writes in the meantime', async () => {
  const thread = once(process, 'worker');
  await write(4_000);
  await thread;
  await transaction(store, (tx) => tx.put('Setting', { key: 'next', value: 'x' }));
  await vi.waitFor(() => expect(inLog()).toBeLessThan(1_000), 30_000);
  expect(await transaction(store, (tx) => tx.count('Setting', is('key', 'next')))).toBe(1);
});

it('waits at its end for a thread that copies', async () => {
  await write(4_000);
  await store.close();
  expect(inLog()).toBe(0);
});
