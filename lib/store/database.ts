/**
 * The one database of the process: a Prisma client for writes and
 * transactions, and a plain SQLite connection for the prepared reads. Both
 * hang on globalThis because Next bundles a second copy of this module.
 */
import { PrismaBetterSqlite3 } from '@prisma/adapter-better-sqlite3';
import Database from 'better-sqlite3';
import type { Database as Sqlite, Statement } from 'better-sqlite3';
import { ApiError } from '#lib/aip/errors.ts';
import { config } from '#lib/config.ts';
import { PrismaClient } from '#lib/generated/prisma/client.ts';
import type { Prisma } from '#lib/generated/prisma/client.ts';
import { migrate } from '#lib/store/migrate.ts';
import { seedBuiltInRoles } from '#lib/store/built-in-roles.ts';

export type Transaction = Prisma.TransactionClient;

interface Handles {
  prisma: PrismaClient;
  sqlite: Sqlite;
  statements: Map<string, Statement<unknown[]>>;
  durable: Promise<unknown>;
}

const shared = globalThis as typeof globalThis & { groveDatabase?: Handles };

const BUSY_TIMEOUT_MS = 5_000;
const MAX_STATEMENTS = 500;

function open(): Handles {
  const file = config().databaseFile;
  migrate(file);
  const sqlite = new Database(file, { timeout: BUSY_TIMEOUT_MS });
  sqlite.pragma('journal_mode = WAL');
  sqlite.pragma('synchronous = FULL');
  seedBuiltInRoles(sqlite);
  sqlite.pragma('query_only = ON');
  sqlite.pragma('cache_size = -65536');
  const adapter = new PrismaBetterSqlite3(
    { url: `file:${file}`, timeout: BUSY_TIMEOUT_MS },
    { timestampFormat: 'unixepoch-ms' },
  );
  const prisma = new PrismaClient({ adapter });
  // The adapter opens one connection; FULL makes an acknowledged write survive power loss.
  const durable = prisma.$executeRawUnsafe('PRAGMA synchronous = FULL');
  return { prisma, sqlite, statements: new Map(), durable };
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
 * resolves, none of it when it rejects. Writers wait for each other.
 *
 * @throws ApiError UNAVAILABLE where the database stays locked.
 */
export async function transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
  const { prisma: client, durable } = handles();
  await durable;
  try {
    return await client.$transaction(
      async (tx) => {
        // Touches no row but takes the write lock, so that what is read next cannot go stale.
        await tx.$executeRawUnsafe(`UPDATE "Setting" SET "value" = "value" WHERE "key" IS NULL`);
        return work(tx);
      },
      { maxWait: 15_000, timeout: 15_000 },
    );
  } catch (error) {
    throw isBusy(error)
      ? new ApiError('UNAVAILABLE', 'the database is busy; try again', {
          headers: { 'retry-after': '1' },
        })
      : error;
  }
}

/** P1008: the driver's time-out, SQLITE_BUSY among them; P2028: no turn in time. */
function isBusy(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = (error as Error & { code?: string }).code;
  return code === 'P1008' || code === 'P2028' || code?.startsWith('SQLITE_BUSY') === true;
}
