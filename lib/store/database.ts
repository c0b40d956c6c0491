/**
 * The one database of the process: a Prisma client for writes and
 * transactions, and a plain SQLite connection for the prepared reads. Both
 * hang on globalThis because Next bundles a second copy of this module.
 */
import { setTimeout } from 'node:timers/promises';
import { PrismaBetterSqlite3 } from '@prisma/adapter-better-sqlite3';
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

export type Transaction = Prisma.TransactionClient;

interface Handles {
  prisma: PrismaClient;
  sqlite: Sqlite;
  statements: Map<string, Statement<unknown[]>>;
  durable: Promise<unknown>;
  /** Settles when the last transaction that was asked for is over. */
  turn: Promise<unknown>;
}

const shared = globalThis as typeof globalThis & { groveDatabase?: Handles };

/** How long is waited for another process that writes. */
const BUSY_TIMEOUT_MS = 5_000;
const BUSY_POLL_MS = 20;
/** How long is waited for this process's own writes, and how long one may take. */
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
  const adapter = new PrismaBetterSqlite3(
    // SQLite itself would wait by stopping the whole process; transaction() waits instead.
    { url: `file:${file}`, timeout: 0 },
    { timestampFormat: 'unixepoch-ms' },
  );
  const prisma = new PrismaClient({ adapter });
  // The adapter opens one connection; FULL makes an acknowledged write survive power loss.
  const durable = prisma.$executeRawUnsafe('PRAGMA synchronous = FULL');
  return { prisma, sqlite, statements: new Map(), durable, turn: durable };
}

function handles(): Handles {
  return (shared.groveDatabase ??= open());
}

/** Opens and migrates the database; throws what SQLite throws where it cannot. */
export async function openDatabase(): Promise<void> {
  await handles().durable;
}

/** Closes both connections; the next use opens them anew. */
export async function closeDatabase(): Promise<void> {
  const open = shared.groveDatabase;
  if (open === undefined) return;
  delete shared.groveDatabase;
  await open.prisma.$disconnect();
  open.sqlite.close();
}

export function prisma(): PrismaClient {
  return handles().prisma;
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
    return await whenFree(handle.prisma, asked + BUSY_TIMEOUT_MS, work, signal);
  } catch (error) {
    throw isBusy(error) ? unavailable() : error;
  } finally {
    turn.resolve();
  }
}

/** Tries to begin until another process lets go of the write lock, or `deadline` has passed. */
async function whenFree<T>(
  client: PrismaClient,
  deadline: number,
  work: (tx: Transaction) => Promise<T>,
  signal: AbortSignal | undefined,
): Promise<T> {
  for (;;) {
    signal?.throwIfAborted();
    let begun = false;
    try {
      return await client.$transaction(
        async (tx) => {
          // Touches no row but takes the write lock, so that what is read next cannot go stale.
          await tx.$executeRawUnsafe(`UPDATE "Setting" SET "value" = "value" WHERE "key" IS NULL`);
          begun = true;
          return work(tx);
        },
        { maxWait: TURN_TIMEOUT_MS, timeout: TURN_TIMEOUT_MS },
      );
    } catch (error) {
      if (begun || !isBusy(error) || Date.now() >= deadline) throw error;
      await setTimeout(BUSY_POLL_MS);
    }
  }
}

function unavailable(): ApiError {
  return new ApiError('UNAVAILABLE', 'the database is busy; try again', {
    headers: { 'retry-after': '1' },
  });
}

/** What Prisma throws where SQLite is busy, or where there was no turn in time. */
function isBusy(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, meta } = error as Error & { code?: string; meta?: RawQueryMeta };
  // P1008: a model's query met SQLITE_BUSY. P2028: a transaction did not begin or end in time.
  if (code === 'P1008' || code === 'P2028') return true;
  // P2010: a raw query failed, for whatever reason the driver gave.
  return code === 'P2010' && meta?.driverAdapterError?.cause?.kind === 'SocketTimeout';
}

interface RawQueryMeta {
  driverAdapterError?: { cause?: { kind?: string } };
}
