/** The connections of Prisma Client to the file: one writes, one reads, and one for each snapshot. */
import { open, type FileHandle } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { PrismaBetterSqlite3 } from '@prisma/adapter-better-sqlite3';
import type { SqlDriverAdapter } from '@prisma/driver-adapter-utils';
import { logError } from '#lib/log.ts';
import { guarded, type Connections, type Guarded } from '#lib/store/prisma/adapter.ts';
import { selectAccessRevision } from '#lib/store/sql/access.ts';
import { isBusy } from './busy.ts';
import { BUSY_TIMEOUT_MS, pageCache, type Connection } from './connection.ts';
import { dialect } from './dialect.ts';
import { keepStatements } from './kept-statements.ts';
import { SharedSync } from './shared-sync.ts';
import { COPY_NOTHING, CopyingThread, WriteAheadLog } from './write-ahead-log.ts';

const BUSY_POLL_MS = 20;
/** Memory for pages, in KiB, which SQLite reads as a negative number. */
const READER_CACHE = 4_096;
const WRITER_CACHE = 16_384;
/** Connections to keep for later snapshots. */
const MAX_IDLE = 4;

/**
 * A commit does not wait for the disk, {@link SharedSync} does. A write with its triggers changes more pages than SQLite
 * holds in memory to undo one statement, and it would write a file of them for each. SQLite would wait
 * for another process by blocking this one; `begin` waits instead.
 */
const WRITER = `PRAGMA synchronous = NORMAL; PRAGMA temp_store = MEMORY; PRAGMA cache_size = ${-pageCache(WRITER_CACHE)};
  PRAGMA busy_timeout = 0; ${COPY_NOTHING}`;
const READER = `PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS}; PRAGMA cache_size = ${-pageCache(READER_CACHE)};
  PRAGMA query_only = ON`;

/**
 * @param busyMs the longest wait for another process that writes.
 * @param syncLog as that of {@link SharedSync}; by default a sync of the write-ahead log.
 */
export async function openConnections(
  file: string,
  busyMs: number,
  syncLog?: () => Promise<void>,
): Promise<Connections> {
  // As migrations and lists have it.
  const factory = new PrismaBetterSqlite3({ url: file }, { timestampFormat: 'unixepoch-ms' });
  const opened = async (settings: string): Promise<Opened> => {
    const adapter = await factory.connect();
    await adapter.executeScript(settings);
    return { adapter, own: keepStatements(adapter) };
  };
  const writing = await opened(WRITER);
  const log = new WriteAheadLog(writing.own, new CopyingThread(file));
  // The first commit makes the file.
  let appended: FileHandle | undefined;
  const syncAppended = async () => {
    appended ??= await open(`${file}-wal`);
    await appended.datasync();
  };
  const sync = new SharedSync(syncLog ?? syncAppended);
  const reading = await opened(READER);
  const idle: Opened[] = [];
  const held = new Set<Opened>();
  return {
    reading: reading.adapter,
    async begin() {
      sync.check();
      await beginWriting(writing.own, busyMs);
      return transactionOn(writing, { afterCommit: () => log.afterCommit() });
    },
    async beginSnapshot() {
      const one = idle.pop() ?? (await opened(READER));
      held.add(one);
      const release = () => {
        if (!held.delete(one)) return;
        if (idle.length < MAX_IDLE) idle.push(one);
        else one.own.database.close();
      };
      one.own.prepared('BEGIN').run();
      return transactionOn(one, { afterEnd: release });
    },
    onDisk: () => sync.onDisk(),
    async close() {
      const all = [writing, reading, ...idle, ...held];
      held.clear();
      await log.close();
      await appended?.close();
      for (const { own } of all) own.database.close();
    },
  };
}

/** A connection as Prisma uses it, and past Prisma. */
interface Opened {
  adapter: SqlDriverAdapter;
  own: Connection;
}

/** Takes the write lock at once, so that later reads in the transaction stay current. */
async function beginWriting(writing: Connection, busyMs: number): Promise<void> {
  const deadline = Date.now() + busyMs;
  for (;;) {
    try {
      writing.prepared('BEGIN IMMEDIATE').run();
      return;
    } catch (error) {
      if (!isBusy(error) || Date.now() >= deadline) throw error;
    }
    await wait(BUSY_POLL_MS);
  }
}

function transactionOn(
  { adapter, own }: Opened,
  { afterCommit, afterEnd }: { afterCommit?: () => void; afterEnd?: () => void },
): Guarded {
  const rollback = async () => {
    try {
      // If the disk is full, SQLite has already rolled back by itself.
      if (own.database.inTransaction) own.prepared('ROLLBACK').run();
    } catch (error) {
      // The caller gets the error of the statement that failed before.
      logError('a transaction was not rolled back', error);
    } finally {
      afterEnd?.();
    }
  };
  const commit = async () => {
    try {
      own.prepared('COMMIT').run();
      afterCommit?.();
    } finally {
      await rollback();
    }
  };
  return guarded(
    adapter,
    { commit, rollback },
    {
      run: async (statement) => own.run(statement),
      revision: async () => own.follow(selectAccessRevision(dialect)),
    },
  );
}
