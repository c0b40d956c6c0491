/** The database as one file: copies it during writes, inspects copies, and installs them. */
import { existsSync, renameSync } from 'node:fs';
import Database from 'better-sqlite3';
import { config } from '#lib/config.ts';
import { OperatorError } from '#lib/operator-error.ts';
import { transaction } from '#lib/store/prisma/writing.ts';
import { BUSY_TIMEOUT_MS } from './connection.ts';
import { handles } from './database.ts';
import { readMigrations } from './migrate.ts';

/** The pages to copy before others get a turn: 8 MiB. */
const PAGES_AT_ONCE = 2_048;
/**
 * Tables that follow from the others. Older backups have the last three, and a `RankingBlock`, whose
 * rows their manifests count.
 */
const DERIVED = ['Tally', '_prisma_migrations', 'Place', 'Ranking', 'AdvisoryTally'];

export type Copies = typeof copies;

export const copies = {
  /**
   * Writes everything that is committed at one moment to a new file. Others can read and write in
   * the meantime.
   *
   * @param within runs at that moment, while nobody writes.
   */
  async write<T>(file: string, within: () => Promise<T>): Promise<T> {
    const source = new Database(config().databaseFile, { timeout: BUSY_TIMEOUT_MS });
    try {
      const result = await transaction(await handles().store, async () => {
        // The snapshot begins with its first read and stays until the copy is complete.
        source.exec('BEGIN');
        source.prepare('SELECT count(*) FROM sqlite_schema').get();
        return within();
      });
      await source.backup(file, { progress: () => PAGES_AT_ONCE });
      intoOneFile(file);
      return result;
    } finally {
      source.close();
    }
  },
  /**
   * The names of the applied migrations, oldest first, and the number of rows in each table that is
   * not derived from others.
   *
   * @throws OperatorError if the copy is damaged.
   */
  inspect(file: string) {
    const database = new Database(file, { readonly: true });
    try {
      const [problem] = database.pragma('quick_check(1)') as { quick_check: string }[];
      if (problem?.quick_check !== 'ok') {
        throw new OperatorError(`the copy of the database is damaged: ${problem?.quick_check}`);
      }
      return { migrations: migrationsOf(database), counts: countsOf(database) };
    } finally {
      database.close();
    }
  },
  /** The names of this program's migrations, oldest first. */
  migrations: () => readMigrations().map(({ name }) => name),
  databaseFile: () => config().databaseFile,
  /** Whether there is a database, or a part of one. */
  isThere: () =>
    ['', '-wal', '-shm'].some((end) =>
      existsSync(/* turbopackIgnore: true */ config().databaseFile + end),
    ),
  /** Moves a copy beside the database to its place. Does nothing if that is already done. */
  install(file: string): void {
    const isLeft = existsSync(/* turbopackIgnore: true */ file);
    if (isLeft) renameSync(/* turbopackIgnore: true */ file, config().databaseFile);
  },
};

/** Like the original, a copy claims a write-ahead log. It has to work without one. */
function intoOneFile(file: string): void {
  const copy = new Database(file);
  copy.pragma('journal_mode = DELETE');
  copy.close();
}

function migrationsOf(database: Database.Database): string[] {
  return database
    .prepare('SELECT "migration_name" FROM "_prisma_migrations" ORDER BY "migration_name"')
    .pluck()
    .all() as string[];
}

function countsOf(database: Database.Database): Record<string, number> {
  const tables = database
    .prepare(
      `SELECT "name" FROM sqlite_schema WHERE "type" = 'table' AND "name" NOT GLOB 'sqlite_*'
       AND "name" NOT IN (SELECT "value" FROM json_each(?)) ORDER BY "name"`,
    )
    .pluck()
    .all(JSON.stringify(DERIVED)) as string[];
  const count = (table: string) =>
    database.prepare(`SELECT count(*) FROM "${table}"`).pluck().get() as number;
  return Object.fromEntries(tables.map((table) => [table, count(table)]));
}
