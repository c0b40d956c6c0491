/** Compares all derived data of the database with its rows. */
import Database from 'better-sqlite3';
import { config } from '#lib/config.ts';
import { RESOURCES } from '#lib/resources/index.ts';
import { wrongTallies } from '#lib/store/sql/counted.ts';
import { problems } from '#lib/store/sql/problems.ts';
import { dialect } from '../dialect.ts';
import { Statements } from './statements.ts';

const BUSY_TIMEOUT_MS = 5_000;
/** In KiB: SQLite reads a negative number so. */
const CACHE = -262_144;

/** As {@link Engine.verify}. It does not wait between statements, so it is not for a server. */
export function verify(): string[] {
  const database = new Database(config().databaseFile, { timeout: BUSY_TIMEOUT_MS });
  try {
    database.pragma('query_only = ON');
    database.pragma(`cache_size = ${CACHE}`);
    const statements = new Statements(database);
    // One snapshot, so that concurrent writes are either in all of it or in none.
    return database.transaction(() => [
      ...wronglyReferring(statements),
      ...problems(dialect).flatMap((sql) => statements.column(sql)),
    ])();
  } finally {
    database.close();
  }
}

/** Describes tallies that are not what the rows say. */
export const wronglyCounted = (statements: Statements): string[] =>
  RESOURCES.flatMap(({ type }) => statements.column(wrongTallies(type)));

interface Dangling {
  table: string;
  rowid: number | null;
  parent: string;
}

/** Describes problems of the file itself, and of references. */
const wronglyReferring = (statements: Statements): string[] => [
  ...statements.column('PRAGMA quick_check(20)').filter((line) => line !== 'ok'),
  ...statements
    .rows<Dangling>('PRAGMA foreign_key_check')
    .map(({ table, rowid, parent }) => `row ${rowid} of ${table} refers to no row of ${parent}`),
];
