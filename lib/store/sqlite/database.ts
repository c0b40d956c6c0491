/** The one database file of the process: how it is opened, made ready and closed. */
import Database from 'better-sqlite3';
import { config, type Config } from '#lib/config.ts';
import { Semaphore } from '#lib/semaphore.ts';
import type { WriterLimits } from '#lib/settings/pace.ts';
import { storeOf, type Store } from '#lib/store/prisma/writing.ts';
import type { Client } from '#lib/store/prisma/client.ts';
import { isExpired } from '#lib/store/prisma/errors.ts';
import { diskFull } from '#lib/store/full-disk.ts';
import type { Run } from '#lib/store/sql/plan.ts';
import { unavailable } from '#lib/store/sql/unavailable.ts';
import { untilOver } from '#lib/store/sql/unless-stuck.ts';
import { isBusy, isFull } from './busy.ts';
import { BUSY_TIMEOUT_MS, openReader, type Connection } from './connection.ts';
import { dialect, MOST_ROWS } from './dialect.ts';
import { explained as unusable, migrate } from './migrate.ts';
import { openConnection } from './prisma.ts';
import { derive } from './triggers.ts';
import { ReaderThreads, TURN_LIMITS } from './reader-threads/pool.ts';
import { ReaderThread } from './reader-threads/thread.ts';

export interface Handles {
  /** For lists, gets and access. A call that does not wait may use it. */
  reader: Connection;
  threads: ReaderThreads;
  /** Connections that were made for snapshots, for later ones. */
  idle: Connection[];
  /** Everything else. */
  store: Promise<Store>;
  close(): Promise<void>;
}

/** Memory for pages, in KiB. */
const READER_CACHE = 32_768;

// On globalThis because Next bundles a second copy of this module.
const shared = globalThis as typeof globalThis & { groveDatabase?: Handles };

/** Opens it on first use. @throws OperatorError if the file cannot be used. */
export function handles(): Handles {
  return (shared.groveDatabase ??= open(config()));
}

/** The next use opens it again. */
export async function closeHandles(): Promise<void> {
  const open = shared.groveDatabase;
  delete shared.groveDatabase;
  await open?.close();
}

function open({ databaseFile: file, bounds, pace }: Config): Handles {
  prepare(file);
  const reader = openReader(file, READER_CACHE, MOST_ROWS);
  const threads = new ReaderThreads((onEnd) => new ReaderThread(file, onEnd), {
    ...TURN_LIMITS,
    deadline: bounds.searchSeconds * 1_000,
  });
  const store = openStore(file, pace.writerLimits);
  const idle: Connection[] = [];
  return {
    reader,
    threads,
    idle,
    store,
    async close() {
      for (const { database } of [reader, ...idle]) database.close();
      await (await store).close();
      await threads.close();
    },
  };
}

const SNAPSHOT_CACHE = 4_096;
const MAX_IDLE = 4;
/** How long a snapshot may be kept, in milliseconds. */
const SNAPSHOT_MS = 600_000;

/** Statements that see one state, on a connection that nobody else uses between them. */
export async function inSnapshot<T>(
  work: (run: Run) => Promise<T>,
  longest = SNAPSHOT_MS,
): Promise<T> {
  const open = handles();
  const connection = open.idle.pop() ?? openReader(config().databaseFile, SNAPSHOT_CACHE);
  connection.prepared('BEGIN').run();
  try {
    return await untilOver({ what: 'snapshot', longest, explained }, (call) =>
      work((plan) => call(async () => connection.follow(plan()))),
    );
  } finally {
    connection.prepared('COMMIT').run();
    const isKept = shared.groveDatabase === open && open.idle.length < MAX_IDLE;
    if (isKept) open.idle.push(connection);
    else connection.database.close();
  }
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

/** What Prisma Client does with the file. */
export async function openStore(file: string, limits: WriterLimits): Promise<Store> {
  const connection = await openConnection(file, limits.busy);
  // Loaded here, because the client of the other engine is another one.
  const { PrismaClient } = await import('#lib/generated/prisma/client.ts');
  const client = new PrismaClient({ adapter: connection.adapter, errorFormat: 'minimal' });
  const turns = new Semaphore(1);
  return storeOf(connection, client as Client, { dialect, turns, limits, explained });
}

/** As the caller gets it. */
export function explained(error: unknown): unknown {
  if (isFull(error)) return diskFull();
  return isBusy(error) || isExpired(error) ? unavailable() : error;
}
