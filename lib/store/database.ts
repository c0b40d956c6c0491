/**
 * The one database of the process: a connection that transactions write on, and
 * a plain one for the prepared reads. They hang on globalThis because Next
 * bundles a second copy of this module.
 */
import { setTimeout } from 'node:timers/promises';
import Database from 'better-sqlite3';
import type { Database as Sqlite, Statement } from 'better-sqlite3';
import { ApiError } from '#lib/aip/errors.ts';
import { config } from '#lib/config.ts';
import { PrismaClient } from '#lib/generated/prisma/client.ts';
import type { Prisma } from '#lib/generated/prisma/client.ts';
import { keepAccessRevision } from '#lib/store/access-triggers.ts';
import { keepHierarchy } from '#lib/store/hierarchy.ts';
import { migrate } from '#lib/store/migrate.ts';
import { seedBuiltInRoles } from '#lib/store/built-in-roles.ts';
import { adapterOf, WriterFactory } from '#lib/store/writer.ts';

export type Transaction = Prisma.TransactionClient;

interface Handles {
  /** Has a connection of its own, opened when it is first needed, and sees what is committed. */
  prisma?: PrismaClient;
  /** What transactions are given. */
  transacting: PrismaClient;
  sqlite: Sqlite;
  statements: Map<string, Statement<unknown[]>>;
  /** The connection of transactions, once it is open. */
  writer: Promise<Sqlite>;
  connection?: Sqlite;
  /** The statements prepared on it. */
  written: Map<string, Statement<unknown[]>>;
  /** Settles when the last transaction that was asked for is over. */
  turn: Promise<unknown>;
}

const shared = globalThis as typeof globalThis & { groveDatabase?: Handles };

/** How long is waited for another process that writes. */
const BUSY_TIMEOUT_MS = 5_000;
const BUSY_POLL_MS = 20;
/** How long is waited for this process's own writes. */
const TURN_TIMEOUT_MS = 15_000;
const MAX_STATEMENTS = 500;

function open(): Handles {
  const file = config().databaseFile;
  migrate(file);
  const sqlite = new Database(file, { timeout: BUSY_TIMEOUT_MS });
  sqlite.pragma('journal_mode = WAL');
  sqlite.pragma('synchronous = FULL');
  sqlite.pragma('cache_size = -65536');
  seedBuiltInRoles(sqlite);
  keepHierarchy(sqlite);
  keepAccessRevision(sqlite);
  sqlite.pragma('query_only = ON');
  const adapter = new WriterFactory(file);
  const transacting = new PrismaClient({ adapter });
  const writer = transacting.$connect().then(() => adapter.connection);
  const written = new Map<string, Statement<unknown[]>>();
  return { transacting, sqlite, statements: new Map(), writer, written, turn: writer };
}

function handles(): Handles {
  return (shared.groveDatabase ??= open());
}

/** Opens and migrates the database; throws what SQLite throws where it cannot. */
export async function openDatabase(): Promise<void> {
  await handles().writer;
}

/** Closes all connections; the next use opens them anew. */
export async function closeDatabase(): Promise<void> {
  const open = shared.groveDatabase;
  if (open === undefined) return;
  delete shared.groveDatabase;
  await open.transacting.$disconnect();
  await open.prisma?.$disconnect();
  open.sqlite.close();
}

/** For rare reads outside of transactions, which what others have not committed must not leak into. */
export function prisma(): PrismaClient {
  const handle = handles();
  handle.prisma ??= new PrismaClient({
    adapter: adapterOf(config().databaseFile, BUSY_TIMEOUT_MS),
  });
  return handle.prisma;
}

/** Runs reads that have to agree with each other, whatever other processes write meanwhile. */
export function snapshot<T>(work: () => T): T {
  return sqlite().inTransaction ? work() : sqlite().transaction(work)();
}

/** The read-only connection. */
export function sqlite(): Sqlite {
  return handles().sqlite;
}

/** A statement of the read-only connection, prepared once. */
export function prepared(sql: string): Statement<unknown[]> {
  const { statements, sqlite: connection } = handles();
  const known = statements.get(sql);
  if (known !== undefined) return known;
  if (statements.size >= MAX_STATEMENTS) statements.clear();
  const statement = connection.prepare<unknown[]>(sql);
  statements.set(sql, statement);
  return statement;
}

/**
 * Runs `work` as one write transaction: all of it is durable when the promise
 * resolves, none of it when it rejects. Writers wait for each other, those of
 * other processes included, while everything else goes on.
 *
 * @param signal where it is aborted before its turn, nothing is done.
 * @throws ApiError UNAVAILABLE where the database stays locked; the signal's reason.
 */
export async function transaction<T>(
  work: (tx: Transaction) => Promise<T>,
  signal?: AbortSignal,
): Promise<T> {
  const handle = handles();
  const asked = Date.now();
  const before = handle.turn;
  const turn = Promise.withResolvers<void>();
  handle.turn = turn.promise;
  try {
    await before;
    if (Date.now() - asked > TURN_TIMEOUT_MS) throw unavailable();
    const writer = (handle.connection = await handle.writer);
    await begin(writer, asked + BUSY_TIMEOUT_MS, signal);
    return await whole(writer, () => work(handle.transacting));
  } catch (error) {
    throw isBusy(error) ? unavailable() : error;
  } finally {
    turn.resolve();
  }
}

/** Tries until another process lets go of the write lock, or `deadline` has passed. */
async function begin(writer: Sqlite, deadline: number, signal?: AbortSignal): Promise<void> {
  for (;;) {
    signal?.throwIfAborted();
    try {
      // Takes the write lock at once, so that what is read next cannot go stale.
      writer.exec('BEGIN IMMEDIATE');
      return;
    } catch (error) {
      if (!isBusy(error) || Date.now() >= deadline) throw error;
    }
    await setTimeout(BUSY_POLL_MS);
  }
}

async function whole<T>(writer: Sqlite, work: () => Promise<T>): Promise<T> {
  try {
    const result = await work();
    writer.exec('COMMIT');
    return result;
  } catch (error) {
    // Where the disk is full, SQLite has rolled back by itself.
    if (writer.inTransaction) writer.exec('ROLLBACK');
    throw error;
  }
}

/** A statement of the transaction that is open, prepared once. */
export function written(tx: Transaction, sql: string): Statement<unknown[]> {
  const { transacting, written: statements, connection } = handles();
  if (tx !== transacting || connection?.inTransaction !== true) {
    throw new Error('nothing is written outside of a transaction');
  }
  const known = statements.get(sql);
  if (known !== undefined) return known;
  if (statements.size >= MAX_STATEMENTS) statements.clear();
  const statement = connection.prepare<unknown[]>(sql).safeIntegers(false);
  statements.set(sql, statement);
  return statement;
}

function unavailable(): ApiError {
  return new ApiError('UNAVAILABLE', 'the database is busy; try again', {
    headers: { 'retry-after': '1' },
  });
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('SQLITE_BUSY');
}
