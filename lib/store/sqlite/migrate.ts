/** Brings the file to the tables of this version. */
import { accessSync, closeSync, constants, openSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import Database from 'better-sqlite3';
import type { Database as Sqlite } from 'better-sqlite3';
import { makeFolder } from '#lib/make-folder.ts';
import { config } from '#lib/config.ts';
import { fileProblem, OperatorError } from '#lib/operator-error.ts';
import type { SettingName } from '#lib/settings/declared.ts';
import { codeOf } from '#lib/store/prisma/errors.ts';
import {
  COPY_MARK,
  foldsIn,
  history,
  lacking,
  migrationsIn,
  pendingOf,
  RECORDED,
  recordOf,
  unfinishedCopy,
} from '#lib/store/sql/migrations.ts';
import type { Migration, Recorded } from '#lib/store/sql/migrations.ts';
import { DERIVED } from '#lib/store/tables/folded.ts';

const BUSY_TIMEOUT_MS = 30_000;

export function readMigrations(
  folder = join(/* turbopackIgnore: true */ process.cwd(), 'prisma', 'migrations'),
): Migration[] {
  return migrationsIn(folder);
}

/**
 * Creates the database if it is missing and applies all migrations, each in one transaction.
 * Processes that start at the same time wait for each other.
 *
 * @throws OperatorError if the file cannot be opened, or has an unknown history.
 */
export function migrate(databaseFile: string, folder?: string): void {
  const migrations = readMigrations(folder);
  const database = openForMigrations(databaseFile);
  const isThere = (table: string) =>
    database.prepare('SELECT 1 FROM sqlite_schema WHERE name = ?').get(table) !== undefined;
  const pending = () => {
    const isKnown = isThere('_prisma_migrations');
    return pendingOf(migrations, isKnown ? (database.prepare(RECORDED).all() as Recorded[]) : []);
  };
  try {
    if (isThere(COPY_MARK)) throw unfinishedCopy();
    const all = pending();
    for (const migration of all) apply(database, migration, () => pending().includes(migration));
    if (all.length > 0) shrink(database);
  } catch (error) {
    throw explained(error, databaseFile);
  } finally {
    database.close();
  }
}

/** What part of the file has to be free to be worth writing all of it again. */
const MUCH = 1 / 4;

/** Gives back what migrations have freed. */
function shrink(database: Sqlite): void {
  const pages = (name: string) => Number(database.pragma(name, { simple: true }));
  if (pages('freelist_count') < MUCH * pages('page_count')) return;
  try {
    database.exec('VACUUM');
  } catch (error) {
    // It needs room for a copy. Without one the file stays large, and its free part is used again.
    if (!codeOf(error).startsWith('SQLITE_')) throw error;
  }
}

/** @throws OperatorError if the file cannot be opened. */
export function openForMigrations(file: string): Sqlite {
  let database: Sqlite | undefined;
  try {
    makeFolder(dirname(file));
    makeFile(file);
    database = new Database(file, { timeout: BUSY_TIMEOUT_MS });
    turnOnWriteAheadLog(database);
    // A migration that rebuilds a table must be free to drop the old one; apply() checks afterwards.
    database.pragma('foreign_keys = OFF');
    // Other tables' triggers refer to the table. The start creates lost triggers again.
    database.pragma('legacy_alter_table = ON');
    return database;
  } catch (error) {
    database?.close();
    throw explained(error, file);
  }
}

/** SQLite gives its side files the mode of the main one. */
function makeFile(file: string): void {
  const known = statSync(/* turbopackIgnore: true */ file, { throwIfNoEntry: false });
  // A process that closes a file loses its locks on it, also those of its other connections.
  if (known?.isFile() === true) accessSync(/* turbopackIgnore: true */ file, constants.W_OK);
  else closeSync(openSync(file, 'a', 0o600));
}

/** Turning it on takes every lock at once. SQLite does not wait for that by itself. */
function turnOnWriteAheadLog(database: Sqlite): void {
  const deadline = Date.now() + BUSY_TIMEOUT_MS;
  for (;;) {
    try {
      database.pragma('journal_mode = WAL');
      return;
    } catch (error) {
      if (codeOf(error) !== 'SQLITE_BUSY' || Date.now() > deadline) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20);
    }
  }
}

function apply(database: Sqlite, migration: Migration, isPending: () => boolean): void {
  const run = database.transaction(() => {
    database.exec(history('DATETIME'));
    if (!isPending()) return;
    database.exec(migration.sql);
    fillFolds(database, migration);
    if ((database.pragma('foreign_key_check') as unknown[]).length > 0) {
      throw new OperatorError(`migration ${migration.name} would leave rows that refer to nothing`);
    }
    const { sql, params } = recordOf(migration, Date.now());
    database.prepare(sql).run(...params);
  });
  run.immediate();
}

function fillFolds(database: Sqlite, { sql }: Migration): void {
  for (const [form, derive] of Object.entries(DERIVED)) database.function(`grove${form}`, derive);
  for (const fold of foldsIn(sql)) {
    const { table, column, form } = fold;
    database.exec(`UPDATE "${table}" SET "${column}${form}" = grove${form}("${column}")
      WHERE ${lacking(fold)}`);
  }
}

/** The setting that names the place of the file; undefined for one that only a command names. */
function settingOf(file: string): SettingName | undefined {
  const { dataDir, databaseFile } = config();
  if (file !== databaseFile) return undefined;
  return dirname(file) === dataDir ? 'GROVE_DATA_DIR' : 'DATABASE_URL';
}

/** As the operator gets it at a start. */
export function explained(error: unknown, file: string): unknown {
  if (!(error instanceof Error)) return error;
  if (error.name !== 'OperatorError' && codeOf(error) === '') return error;
  const reason = fileProblem(error, settingOf(file));
  return new OperatorError(`the database ${file} cannot be used: ${reason}`);
}
