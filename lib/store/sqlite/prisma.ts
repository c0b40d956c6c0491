/** The connections of Prisma Client to the file: one writes, one reads, and one for each snapshot. */
import { setTimeout as wait } from 'node:timers/promises';
import { PrismaBetterSqlite3 } from '@prisma/adapter-better-sqlite3';
import type { SqlDriverAdapter } from '@prisma/driver-adapter-utils';
import { guarded, plain, type Connections, type Guarded } from '#lib/store/prisma/adapter.ts';
import { isBusy } from './busy.ts';
import { BUSY_TIMEOUT_MS, pageCache } from './connection.ts';
import { keepStatements } from './kept-statements.ts';

const BUSY_POLL_MS = 20;
/** Memory for pages, in KiB, which SQLite reads as a negative number. */
const READER_CACHE = 4_096;
const WRITER_CACHE = 16_384;
/** Connections to keep for later snapshots. */
const MAX_IDLE = 4;

/**
 * A commit is on the disk when it returns. A write with its triggers changes more pages than SQLite
 * holds in memory to undo one statement, and it would write a file of them for each. SQLite would wait
 * for another process by blocking this one; `begin` waits instead.
 */
const WRITER = `PRAGMA synchronous = FULL; PRAGMA temp_store = MEMORY; PRAGMA cache_size = ${-pageCache(WRITER_CACHE)};
  PRAGMA busy_timeout = 0`;
const READER = `PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS}; PRAGMA cache_size = ${-pageCache(READER_CACHE)};
  PRAGMA query_only = ON`;

/** @param busyMs the longest wait for another process that writes. */
export async function openConnections(file: string, busyMs: number): Promise<Connections> {
  // As migrations and lists have it.
  const factory = new PrismaBetterSqlite3({ url: file }, { timestampFormat: 'unixepoch-ms' });
  const connected = async (settings: string) => {
    const connection = await factory.connect();
    await connection.executeScript(settings);
    return { connection, statements: keepStatements(connection) };
  };
  const { connection: writing, statements } = await connected(WRITER);
  const { connection: reading } = await connected(READER);
  let begun: Guarded | null = null;
  const idle: SqlDriverAdapter[] = [];
  const held = new Set<SqlDriverAdapter>();
  return {
    async within(plan) {
      if (begun === null) throw new Error('no transaction has begun');
      return begun.run(async () => statements.follow(plan()));
    },
    reading,
    async begin() {
      await beginWriting(writing, busyMs);
      begun = transactionOn(writing, () => {});
      return begun;
    },
    async beginSnapshot() {
      const connection = idle.pop() ?? (await connected(READER)).connection;
      held.add(connection);
      const release = () => {
        if (!held.delete(connection)) return;
        if (idle.length < MAX_IDLE) idle.push(connection);
        else void connection.dispose();
      };
      await connection.executeRaw(plain('BEGIN'));
      return transactionOn(connection, release);
    },
    async close() {
      const all = [writing, reading, ...idle, ...held];
      held.clear();
      await Promise.all(all.map((connection) => connection.dispose()));
    },
  };
}

/** Takes the write lock at once, so that later reads in the transaction stay current. */
async function beginWriting(writing: SqlDriverAdapter, busyMs: number): Promise<void> {
  const deadline = Date.now() + busyMs;
  for (;;) {
    try {
      await writing.executeRaw(plain('BEGIN IMMEDIATE'));
      return;
    } catch (error) {
      if (!isBusy(error) || Date.now() >= deadline) throw error;
    }
    await wait(BUSY_POLL_MS);
  }
}

function transactionOn(connection: SqlDriverAdapter, onEnd: () => void): Guarded {
  // If the disk is full, SQLite has already rolled back by itself.
  const rollBack = () => connection.executeRaw(plain('ROLLBACK')).catch(() => 0);
  return guarded(connection, {
    async commit() {
      try {
        await connection.executeRaw(plain('COMMIT'));
      } catch (error) {
        await rollBack();
        throw error;
      } finally {
        onEnd();
      }
    },
    async rollback() {
      await rollBack();
      onEnd();
    },
  });
}
