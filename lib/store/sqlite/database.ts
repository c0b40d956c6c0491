/** The one database file of the process: how it is opened, made ready and closed. */
import Database from 'better-sqlite3';
import { config } from '#lib/config.ts';
import type { Config } from '#lib/config.ts';
import { keepAccessRevision } from './access-triggers.ts';
import { seedBuiltInRoles } from './built-in-roles.ts';
import { Checkpoints } from './checkpoints/checkpoints.ts';
import { CheckpointThread } from './checkpoints/thread.ts';
import { Connection } from './connection.ts';
import { diskOf } from './disk.ts';
import { keepHierarchy } from './hierarchy.ts';
import { migrate } from './migrate.ts';
import { openReader } from './open-reader.ts';
import { POOL_LIMITS, ReaderThreads } from './reader-threads/pool.ts';
import { Readers } from './readers.ts';
import { Writer } from './writer.ts';

export interface Handles {
  readers: Readers;
  writer: Writer;
  threads: ReaderThreads;
  close(): Promise<void>;
}

/** How long a statement waits for another process, in milliseconds. */
const BUSY_TIMEOUT_MS = 5_000;
/** Memory for pages, in KiB. */
const READER_CACHE = 65_536;
const WRITER_CACHE = 32_768;

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
  migrate(file);
  const writing = new Connection(openWriter(file));
  const checkpoints = new Checkpoints(writing, new CheckpointThread(file));
  const disk = diskOf(file);
  const readers = new Readers(() => openReader(file, READER_CACHE));
  const deadline = bounds.searchSeconds * 1_000;
  const threads = new ReaderThreads(file, { ...POOL_LIMITS, deadline });
  return {
    readers,
    writer: new Writer(writing, disk, checkpoints, pace.writerLimits),
    threads,
    async close() {
      readers.close();
      await checkpoints.close();
      writing.database.close();
      await disk.close();
      await threads.close();
    },
  };
}

function openWriter(file: string): Database.Database {
  const database = new Database(file, { timeout: BUSY_TIMEOUT_MS });
  database.pragma('journal_mode = WAL');
  // The writer waits for the disk itself, after each commit. What is durable is still a whole part
  // of the log.
  database.pragma('synchronous = NORMAL');
  // SQLite reads a negative number as KiB.
  database.pragma(`cache_size = ${-WRITER_CACHE}`);
  seedBuiltInRoles(database);
  keepHierarchy(database);
  keepAccessRevision(database);
  // A write with its triggers changes more pages than SQLite holds in memory to undo one statement.
  // It would write a file of them for each. Before this, a start may sort more than memory holds.
  database.pragma('temp_store = MEMORY');
  // Otherwise SQLite would wait by blocking the whole process. Writer waits instead.
  database.pragma('busy_timeout = 0');
  return database;
}
