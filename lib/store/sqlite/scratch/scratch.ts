/**
 * Temporary databases for the data of an import that need not be in memory. SQLite caches them,
 * writes the rest to a file, and removes the file when they are closed.
 *
 * @see https://sqlite.org/inmemorydb.html#temp_db
 */
import Database from 'better-sqlite3';
import type { Database as Sqlite } from 'better-sqlite3';

const CACHE_KB = 2_048;
/** Of 4 kB each. */
const MAX_PAGES = 1024 * 1024;

class NoRoomError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'NoRoomError';
  }
}

export function isNoRoomError(error: unknown): error is NoRoomError {
  return error instanceof Error && error.name === 'NoRoomError';
}

/** Opens a temporary database of bounded size, which its last connection deletes. @param tables the SQL that creates its tables. */
export function openScratch(tables: string): Sqlite {
  const database = new Database('');
  database.pragma(`cache_size = -${CACHE_KB}`);
  database.pragma(`max_page_count = ${MAX_PAGES}`);
  database.pragma('journal_mode = OFF');
  database.exec(tables);
  return database;
}

/** @throws NoRoomError if the disk, or the room of one database, is full. */
export function whileRoom<T>(write: () => T): T {
  try {
    return write();
  } catch (error) {
    if (error instanceof Database.SqliteError && error.code === 'SQLITE_FULL') {
      throw new NoRoomError('holds more than there is room for');
    }
    throw error;
  }
}
