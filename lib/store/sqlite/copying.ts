/** A SQLite file as one side of a copy. */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import Database from 'better-sqlite3';
import { OperatorError } from '#lib/operator-error.ts';
import { readDatabaseFile } from '#lib/settings/database.ts';
import type { Side, Stored } from '#lib/store/copy/side.ts';
import { columnsOf, kindsOf } from '#lib/store/copy/tables.ts';
import type { CopiedTable } from '#lib/store/copy/tables.ts';
import { applyAll, openForMigrations, pending, readMigrations } from './migrate.ts';
import { derive } from './triggers.ts';

const BUSY_TIMEOUT_MS = 5_000;
/** Memory for pages, in KiB. */
const CACHE = 262_144;
/** Of 4 KiB each. */
const CHECKPOINT_PAGES = 16_384;

/** Indexes that only make reads quicker. Keys and unique indexes stay while rows are written. */
const INDEXES = `SELECT "name", "sql" FROM sqlite_schema
  WHERE "type" = 'index' AND "sql" LIKE 'CREATE INDEX %'`;

/**
 * @param address `file:…`
 * @param role a file to copy to may be missing.
 * @throws OperatorError if the file cannot be used.
 */
export async function openFile(address: string, role: 'from' | 'to'): Promise<Side> {
  const place = resolve(readDatabaseFile(address, process.cwd(), '', `--${role}`));
  if (role === 'from' && !existsSync(place)) throw new OperatorError(`there is no file ${place}`);
  const database = role === 'to' ? openForMigrations(place) : openExisting(place);
  database.pragma(`busy_timeout = ${BUSY_TIMEOUT_MS}`);
  database.pragma(`cache_size = ${-CACHE}`);
  // Nobody else waits for a checkpoint of a copy. A later one writes a page once that changed often.
  if (role === 'to') database.pragma(`wal_autocheckpoint = ${CHECKPOINT_PAGES}`);
  return new FileSide(place, database);
}

function openExisting(file: string): Database.Database {
  try {
    return new Database(file, { fileMustExist: true });
  } catch (error) {
    throw explained(file, error);
  }
}

function explained(place: string, error: unknown): unknown {
  const isOfDatabase = error instanceof Error && 'code' in error;
  return isOfDatabase ? new OperatorError(`${place}: ${error.message}`) : error;
}

interface Index {
  name: string;
  sql: string;
}

const indexesOf = (database: Database.Database): Index[] =>
  database.prepare<[], Index>(INDEXES).all();

function indexesOfMigrations(): Index[] {
  const database = new Database(':memory:');
  try {
    applyAll(database, readMigrations());
    return indexesOf(database);
  } finally {
    database.close();
  }
}

class FileSide implements Side {
  readonly place: string;
  readonly #database: Database.Database;

  constructor(place: string, database: Database.Database) {
    this.place = place;
    this.#database = database;
  }

  async run(
    sql: string,
    params: readonly unknown[] = [],
  ): Promise<{ rows: Stored[]; changes: number }> {
    return this.#explaining(() => {
      const statement = this.#database.prepare<unknown[]>(sql);
      if (!statement.reader) return { rows: [], changes: statement.run(...params).changes };
      return { rows: statement.raw().all(...params) as Stored[], changes: 0 };
    });
  }

  async insert(table: CopiedTable, rows: readonly Stored[]): Promise<void> {
    const marks = Object.keys(kindsOf(table)).map(() => '?');
    this.#explaining(() => {
      const statement = this.#database.prepare<unknown[]>(
        `INSERT INTO "${table}" (${columnsOf(table)}) VALUES (${marks.join()})`,
      );
      for (const row of rows) statement.run(...row);
    });
  }

  async whole<T>(work: () => Promise<T>): Promise<T> {
    this.#explaining(() => this.#database.exec('BEGIN IMMEDIATE'));
    try {
      const result = await work();
      this.#explaining(() => this.#database.exec('COMMIT'));
      return result;
    } finally {
      if (this.#database.inTransaction) this.#database.exec('ROLLBACK');
    }
  }

  async hold(): Promise<void> {
    this.#explaining(() => this.#database.exec('BEGIN IMMEDIATE'));
  }

  async tables(): Promise<string[]> {
    const { rows } = await this.run(
      `SELECT "name" FROM sqlite_schema WHERE "type" = 'table' AND "name" NOT GLOB 'sqlite_*'`,
    );
    return rows.map(([name]) => String(name));
  }

  async isCurrent(): Promise<boolean> {
    return pending(this.#database, readMigrations()).length === 0;
  }

  async makeTables(): Promise<void> {
    this.#explaining(() => {
      this.#database.pragma('foreign_keys = OFF');
      applyAll(this.#database, readMigrations());
      for (const { name } of indexesOf(this.#database)) this.#database.exec(`DROP INDEX "${name}"`);
      this.#database.pragma('foreign_keys = ON');
      // A copy that loses its last rows to a power failure is resumed from there.
      this.#database.pragma('synchronous = NORMAL');
    });
  }

  async derive(): Promise<void> {
    this.#explaining(() => {
      // Each is sorted once, instead of searched for each row. What began before has them already.
      const known = new Set(indexesOf(this.#database).map(({ name }) => name));
      for (const { name, sql } of indexesOfMigrations()) {
        if (!known.has(name)) this.#database.exec(sql);
      }
      derive(this.#database);
    });
  }

  async close(): Promise<void> {
    this.#database.close();
  }

  #explaining<T>(work: () => T): T {
    try {
      return work();
    } catch (error) {
      throw explained(this.place, error);
    }
  }
}
