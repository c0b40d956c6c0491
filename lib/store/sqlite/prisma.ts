/** The connection of Prisma Client to the file, which writes. */
import { setTimeout as wait } from 'node:timers/promises';
import { PrismaBetterSqlite3 } from '@prisma/adapter-better-sqlite3';
import type { SqlDriverAdapter, Transaction } from '@prisma/driver-adapter-utils';
import { connectionOf, guarded, plain, type WritingConnection } from '#lib/store/prisma/adapter.ts';
import { isBusy } from './busy.ts';
import { dialect } from './dialect.ts';
import { keepStatements } from './kept-statements.ts';

const BUSY_POLL_MS = 20;
/** Memory for pages, in KiB, which SQLite reads as a negative number. */
const CACHE = 16_384;

/**
 * A commit is on the disk when it returns. A write with its triggers changes more pages than SQLite
 * holds in memory to undo one statement, and it would write a file of them for each. SQLite would wait
 * for another process by blocking this one; `begin` waits instead.
 */
const SETTINGS = `PRAGMA synchronous = FULL; PRAGMA temp_store = MEMORY;
  PRAGMA cache_size = ${-CACHE}; PRAGMA busy_timeout = 0`;

/** @param busyMs the longest wait for another process that writes. */
export async function openConnection(file: string, busyMs: number): Promise<WritingConnection> {
  // As migrations and lists have it.
  const factory = new PrismaBetterSqlite3({ url: file }, { timestampFormat: 'unixepoch-ms' });
  const writing = await factory.connect();
  await writing.executeScript(SETTINGS);
  keepStatements(writing);
  const begin = () => beginWriting(writing, busyMs);
  return connectionOf(dialect, writing, begin);
}

/** Takes the write lock at once, so that later reads in the transaction stay current. */
async function beginWriting(writing: SqlDriverAdapter, busyMs: number): Promise<Transaction> {
  const deadline = Date.now() + busyMs;
  for (;;) {
    try {
      await writing.executeRaw(plain('BEGIN IMMEDIATE'));
      return transactionOn(writing);
    } catch (error) {
      if (!isBusy(error) || Date.now() >= deadline) throw error;
    }
    await wait(BUSY_POLL_MS);
  }
}

function transactionOn(connection: SqlDriverAdapter): Transaction {
  // If the disk is full, SQLite has already rolled back by itself.
  const rollBack = () => connection.executeRaw(plain('ROLLBACK')).catch(() => 0);
  return guarded(connection, {
    async commit() {
      try {
        await connection.executeRaw(plain('COMMIT'));
      } catch (error) {
        await rollBack();
        throw error;
      }
    },
    rollback: async () => void (await rollBack()),
  });
}
