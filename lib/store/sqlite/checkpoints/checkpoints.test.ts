import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { logError } from '#lib/log.ts';
import { Connection } from '../connection.ts';
import { Checkpoints } from './checkpoints.ts';
import type { Alone } from './checkpoints.ts';
import { CheckpointThread } from './thread.ts';
import type { Brought } from './thread.ts';

vi.mock('#lib/log.ts', () => ({ logError: vi.fn() }));

const PAGES = 50;
const alone: Alone = (work) => work();

let folder: string;
let file: string;
let database: Database.Database;
let connection: Connection;
let close: () => Promise<void>;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'grove-checkpoints-'));
  file = join(folder, 'grove.db');
  database = new Database(file);
  database.pragma('journal_mode = WAL');
  database.exec('CREATE TABLE "Big" ("id" INTEGER PRIMARY KEY, "text" TEXT)');
  connection = new Connection(database);
  close = async () => {};
});

afterEach(async () => {
  vi.useRealTimers();
  await close();
  database.close();
  rmSync(folder, { recursive: true });
  vi.mocked(logError).mockClear();
});

function start(thread: Pick<CheckpointThread, 'bring' | 'end'>): Checkpoints {
  const checkpoints = new Checkpoints(connection, thread, PAGES);
  close = () => checkpoints.close();
  return checkpoints;
}

/** Commits as many pages, and some more for the table's own. */
function write(pages: number): void {
  const insert = database.prepare('INSERT INTO "Big" ("text") VALUES (?)');
  database.transaction(() => {
    for (let page = 0; page < pages; page += 1) insert.run('x'.repeat(4_000));
  })();
}

/** From now on it reads what is committed by now. */
function beginReading(reader: Database.Database): void {
  reader.exec('BEGIN');
  reader.prepare('SELECT count(*) FROM "Big"').get();
}

function log(): { log: number; checkpointed: number } {
  const [state] = database.pragma('wal_checkpoint(NOOP)') as {
    log: number;
    checkpointed: number;
  }[];
  if (state === undefined) throw new Error('SQLite does not tell the state of its log');
  return { log: state.log, checkpointed: state.checkpointed };
}

it('brings a long log in, so that the next commit begins it anew', async () => {
  const checkpoints = start(new CheckpointThread(file));
  write(PAGES - 10);
  checkpoints.committed(alone);
  await checkpoints.settled();
  expect(log().checkpointed).toBe(0);

  write(20);
  checkpoints.committed(alone);
  await checkpoints.settled();
  const { log: length, checkpointed } = log();
  expect(checkpointed).toBe(length);

  write(1);
  expect(log().log).toBeLessThan(10);
  expect(database.prepare('SELECT count(*) FROM "Big"').pluck().get()).toBe(PAGES + 11);
});

it('brings in what others commit in the meantime while nobody writes', async () => {
  const thread = new CheckpointThread(file);
  let isWriting = true;
  const checkpoints = start({
    bring: async () => {
      const brought = await thread.bring();
      if (isWriting) write(5);
      return brought;
    },
    end: () => thread.end(),
  });
  write(PAGES);
  checkpoints.committed((work) => {
    isWriting = false;
    return work();
  });
  await checkpoints.settled();
  const { log: length, checkpointed } = log();
  expect(checkpointed).toBe(length);
});

it('pauses after an attempt that a reader of an older state kept from being whole', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const thread = new CheckpointThread(file);
  const bring = vi.fn(() => thread.bring());
  const checkpoints = start({ bring, end: () => thread.end() });
  const reader = new Database(file);
  beginReading(reader);
  write(PAGES);
  for (let commit = 0; commit < 5; commit += 1) {
    write(1);
    checkpoints.committed(alone);
    await checkpoints.settled();
  }
  expect(bring).toHaveBeenCalledTimes(2);

  vi.advanceTimersByTime(60_000);
  checkpoints.committed(alone);
  await checkpoints.settled();
  expect(bring).toHaveBeenCalledTimes(4);
  reader.close();
});

it('keeps the log short while there is nearly always somebody who reads an older state', async () => {
  const checkpoints = start(new CheckpointThread(file));
  const reader = new Database(file);
  let longest = 0;
  for (let commit = 0; commit < 400; commit += 1) {
    if (commit % 20 === 0) beginReading(reader);
    if (commit % 20 === 18) reader.exec('COMMIT');
    write(2);
    checkpoints.committed(alone);
    await checkpoints.settled();
    longest = Math.max(longest, log().log);
  }
  reader.close();
  expect(longest).toBeLessThan(5 * PAGES);
});

it('leaves a commit as it is when the state of the log cannot be read', () => {
  const checkpoints = start({ bring: async () => null, end: async () => {} });
  write(PAGES);
  const failure = new Error('disk I/O error');
  vi.spyOn(connection, 'prepared').mockImplementation(() => {
    throw failure;
  });
  checkpoints.committed(alone);
  expect(logError).toHaveBeenCalledWith(expect.any(String), failure);
});

it('tells the operator what the database says against it, and tries again', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const full = 'SqliteError: database or disk is full';
  const bring = vi.fn(async (): Promise<Brought> => full);
  const checkpoints = start({ bring, end: async () => {} });
  write(PAGES);
  checkpoints.committed(alone);
  await checkpoints.settled();
  expect(logError).toHaveBeenCalledWith(expect.any(String), full);

  bring.mockClear();
  vi.advanceTimersByTime(60_000);
  checkpoints.committed(alone);
  await checkpoints.settled();
  expect(bring).toHaveBeenCalled();
});

it('leaves it to commits if there can be no thread', async () => {
  const bring = vi.fn((): Promise<Brought> => Promise.reject(new Error('no memory')));
  const checkpoints = start({ bring, end: async () => {} });
  write(PAGES);
  checkpoints.committed(alone);
  await checkpoints.settled();
  write(1_000);
  checkpoints.committed(alone);
  await checkpoints.settled();
  expect(bring).toHaveBeenCalledTimes(1);
  expect(log().checkpointed).toBe(log().log);
});

it('fails a call whose thread ends, and starts another one for the next', async () => {
  const thread = new CheckpointThread(file);
  close = () => thread.end();
  const lost = thread.bring();
  await thread.end();
  await expect(lost).rejects.toThrow('has ended');
  write(1);
  expect(await thread.bring()).toBeNull();
  expect(log().checkpointed).toBe(log().log);
});

it('begins nothing once it is closed', async () => {
  const bring = vi.fn(async (): Promise<Brought> => null);
  const checkpoints = start({ bring, end: async () => {} });
  write(PAGES);
  await checkpoints.close();
  checkpoints.committed(alone);
  expect(bring).not.toHaveBeenCalled();
});

it('writes on if its turn does not come', async () => {
  const checkpoints = start(new CheckpointThread(file));
  write(PAGES);
  checkpoints.committed(() => Promise.reject(new Error('somebody writes for long')));
  await checkpoints.settled();
  expect(log().checkpointed).toBeGreaterThanOrEqual(PAGES);
});
