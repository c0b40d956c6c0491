/** The one database file of the process: how it is opened, made ready and closed. */
import Database from 'better-sqlite3';
import { config } from '#lib/config.ts';
import { keepAccessRevision } from './access-triggers.ts';
import { seedBuiltInRoles } from './built-in-roles.ts';
import { Connection } from './connection.ts';
import { keepHierarchy } from './hierarchy.ts';
import { migrate } from './migrate.ts';
import { Readers } from './readers.ts';
import { Writer } from './writer.ts';

export interface Handles {
  readers: Readers;
  writer: Writer;
  close(): void;
}

/** How long a statement waits for another process, in milliseconds. */
const BUSY_TIMEOUT_MS = 5_000;
/** Memory for pages, in KiB: SQLite reads a negative number so. */
const READER_CACHE = -65_536;
const WRITER_CACHE = -32_768;

// On globalThis because Next bundles a second copy of this module.
const shared = globalThis as typeof globalThis & { groveDatabase?: Handles };

/** Opens it on first use. @throws OperatorError if the file cannot be used. */
export function handles(): Handles {
  return (shared.groveDatabase ??= open(config().databaseFile));
}

/** The next use opens it again. */
export function closeHandles(): void {
  shared.groveDatabase?.close();
  delete shared.groveDatabase;
}

function open(file: string): Handles {
  migrate(file);
  const writing = openWriter(file);
  const readers = new Readers(() => openReader(file));
  return {
    readers,
    writer: new Writer(new Connection(writing)),
    close() {
      readers.close();
      writing.close();
    },
  };
}

function openWriter(file: string): Database.Database {
  const database = new Database(file, { timeout: BUSY_TIMEOUT_MS });
  database.pragma('journal_mode = WAL');
  // FULL makes an acknowledged write survive power loss.
  database.pragma('synchronous = FULL');
  database.pragma(`cache_size = ${WRITER_CACHE}`);
  seedBuiltInRoles(database);
  keepHierarchy(database);
  keepAccessRevision(database);
  // Otherwise SQLite would wait by blocking the whole process. Writer waits instead.
  database.pragma('busy_timeout = 0');
  return database;
}

function openReader(file: string): Connection {
  const database = new Database(file, { timeout: BUSY_TIMEOUT_MS });
  database.pragma(`cache_size = ${READER_CACHE}`);
  database.pragma('query_only = ON');
  return new Connection(database);
}
