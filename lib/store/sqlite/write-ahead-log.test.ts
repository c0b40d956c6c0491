import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { is } from '#lib/store/predicates.ts';
import { transaction, type Store } from '#lib/store/prisma/writing.ts';
import { Connection } from './connection.ts';
import { openStore } from './database.ts';
import { migrate } from './migrate.ts';
import { COPY_NOTHING, type Copier, WriteAheadLog } from './write-ahead-log.ts';

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

it('copies a thousand pages in a thread, and writes in the meantime', async () => {
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

describe('beside a thread', () => {
  const copy = vi.fn<Copier['copy']>();
  let writer: Database.Database;
  let log: WriteAheadLog;

  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date'] });
    vi.spyOn(console, 'error').mockReturnValue();
    writer = new Database(join(folder, 'grove.db'));
    writer.exec(COPY_NOTHING);
    log = new WriteAheadLog(new Connection(writer), { copy, close: async () => {} });
  });

  afterEach(() => {
    copy.mockReset();
    vi.useRealTimers();
    vi.restoreAllMocks();
    writer.close();
  });

  async function commit(pages: number) {
    const value = 'x'.repeat(pages * PAGE);
    writer.prepare('INSERT OR REPLACE INTO "Setting" VALUES (?, ?)').run('long', value);
    log.afterCommit();
    await log.close();
  }

  it('tries again later after one that did not start', async () => {
    copy.mockImplementationOnce(() => {
      throw new Error('EAGAIN');
    });
    copy.mockResolvedValue(null);
    await commit(4_000);
    await commit(1);
    expect(copy).toHaveBeenCalledOnce();
    vi.setSystemTime(Date.now() + 3_000);
    await commit(1);
    expect(copy).toHaveBeenCalledTimes(2);
  });

  it('does not copy after each commit what somebody still reads', async () => {
    database.exec('BEGIN');
    database.prepare('SELECT count(*) FROM "Setting"').get();
    copy.mockImplementation(async () => writer.pragma('wal_checkpoint(PASSIVE)'));
    await commit(4_000);
    for (let nth = 0; nth < 20; nth += 1) await commit(1);
    expect(copy).toHaveBeenCalledOnce();
    database.exec('COMMIT');
    vi.setSystemTime(Date.now() + 3_000);
    await commit(1);
    expect(inLog()).toBe(0);
  });

  it('copies what a thread left of a long log, so that the log begins again', async () => {
    // A thread copies what was there when it began.
    copy.mockImplementation(async () => {
      database.exec('BEGIN');
      database.prepare('SELECT count(*) FROM "Setting"').get();
      writer.prepare('INSERT OR REPLACE INTO "Setting" VALUES (?, ?)').run('meanwhile', 'x');
      writer.pragma('wal_checkpoint(PASSIVE)');
      database.exec('COMMIT');
    });
    await commit(9_000);
    expect(inLog()).toBeGreaterThan(0);
    await commit(1);
    expect([copy.mock.calls.length, inLog()]).toEqual([1, 0]);
  });
});
