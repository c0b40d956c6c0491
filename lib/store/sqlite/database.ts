/** The one database file of the process: how it is opened, made ready and closed. */
import Database from 'better-sqlite3';
import { config, type Config } from '#lib/config.ts';
import { perProcess } from '#lib/per-process.ts';
import { Semaphore } from '#lib/semaphore.ts';
import type { WriterLimits } from '#lib/settings/pace.ts';
import { isExpired } from '#lib/store/prisma/errors.ts';
import { storeOf, type Store } from '#lib/store/prisma/writing.ts';
import { diskFull } from '#lib/store/full-disk.ts';
import { unavailable } from '#lib/store/sql/unavailable.ts';
import { isBusy, isFull } from './busy.ts';
import { BUSY_TIMEOUT_MS, openReader } from './connection.ts';
import { dialect, MOST_ROWS } from './dialect.ts';
import { keptRevision } from './kept-revision.ts';
import { explained as unusable, migrate } from './migrate.ts';
import { openConnections } from './prisma.ts';
import { derive } from './triggers.ts';
import { ReaderThreads, TURN_LIMITS } from './reader-threads/pool.ts';
import { ReaderThread } from './reader-threads/thread.ts';

export type Handles = ReturnType<typeof open>;

/** Memory for pages, in KiB. */
const READER_CACHE = 32_768;

const current = perProcess('database', () => open(config()));

/** Opens it on first use. @throws OperatorError if the file cannot be used. */
export function handles(): Handles {
  return current.value;
}

/** The next use opens it again. */
export async function closeHandles(): Promise<void> {
  await current.take()?.close();
}

function open({ databaseFile: file, bounds, pace }: Config) {
  prepare(file);
  const reader = openReader(file, READER_CACHE, MOST_ROWS);
  const threads = new ReaderThreads((onEnd) => new ReaderThread(file, onEnd), {
    ...TURN_LIMITS,
    deadline: bounds.searchSeconds * 1_000,
  });
  const store = openStore(file, pace.writerLimits);
  return {
    /** For lists, gets and access. A call that does not wait may use it. */
    reader,
    /** Reads the access revision by that connection. */
    revision: keptRevision(),
    threads,
    /** Everything else. */
    store,
    async close() {
      reader.database.close();
      await (await store).close();
      await threads.close();
    },
  };
}

/** Makes the tables of this version, and what triggers derive. */
export function prepare(file: string): void {
  migrate(file);
  const database = new Database(file, { timeout: BUSY_TIMEOUT_MS });
  try {
    derive(database);
  } catch (error) {
    throw unusable(error, file);
  } finally {
    database.close();
  }
}

/**
 * What Prisma Client does with the file.
 *
 * @param syncLog as in {@link openConnections}.
 */
export async function openStore(
  file: string,
  limits: WriterLimits,
  syncLog?: () => Promise<void>,
): Promise<Store> {
  const connections = await openConnections(file, limits.busy, syncLog);
  // Loaded here, because the client of the other engine is another one.
  const { PrismaClient } = await import('#lib/generated/prisma/client.ts');
  const turns = new Semaphore(1);
  return storeOf(PrismaClient, connections, {
    dialect,
    turns,
    limits,
    explained,
    mayPassAlone: () => false,
  });
}

/** As the caller gets it. */
export function explained(error: unknown): unknown {
  if (isFull(error)) return diskFull();
  return isBusy(error) || isExpired(error) ? unavailable() : error;
}
