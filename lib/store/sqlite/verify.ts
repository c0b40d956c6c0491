/** Compares all derived data of the database with its rows. */
import Database from 'better-sqlite3';
import { config } from '#lib/config.ts';
import { problems } from '#lib/store/sql/problems.ts';
import { dialect } from './dialect.ts';

const BUSY_TIMEOUT_MS = 5_000;
/** In KiB: SQLite reads a negative number so. */
const CACHE = -262_144;

interface Dangling {
  table: string;
  rowid: number | null;
  parent: string;
}

/** As {@link Engine.verify}. It does not wait between statements, so it is not for a server. */
export function verify(): string[] {
  const database = new Database(config().databaseFile, { timeout: BUSY_TIMEOUT_MS });
  const texts = (sql: string) => database.prepare<[], string>(sql).pluck().all();
  try {
    database.pragma('query_only = ON');
    database.pragma(`cache_size = ${CACHE}`);
    // One snapshot, so that concurrent writes are either in all of it or in none.
    return database.transaction(() => [
      ...texts('PRAGMA quick_check(20)').filter((line) => line !== 'ok'),
      ...database
        .prepare<[], Dangling>('PRAGMA foreign_key_check')
        .all()
        .map(
          ({ table, rowid, parent }) => `row ${rowid} of ${table} refers to no row of ${parent}`,
        ),
      ...problems(dialect).flatMap(texts),
    ])();
  } finally {
    database.close();
  }
}
