/**
 * Keeps the statements of Prisma's adapter prepared, which prepares each one for each call. With a
 * statement SQLite compiles the triggers that it causes, which takes longer than running it.
 *
 * @see docs/decisions/068-prisma-writes.md
 */
import Database from 'better-sqlite3';
import type { RunResult, Statement } from 'better-sqlite3';
import type { SqlDriverAdapter } from '@prisma/driver-adapter-utils';

const MAX_STATEMENTS = 500;

/** What the adapter uses of a statement, which it binds once. */
class Bound {
  readonly #statement: Statement<unknown[]>;
  readonly #values: readonly unknown[];

  constructor(statement: Statement<unknown[]>, values: readonly unknown[] = []) {
    this.#statement = statement;
    this.#values = values;
  }

  get reader(): boolean {
    return this.#statement.reader;
  }

  bind(values: readonly unknown[]): Bound {
    return new Bound(this.#statement, values);
  }

  columns(): Database.ColumnDefinition[] {
    return this.#statement.columns();
  }

  raw(): this {
    return this;
  }

  all(): unknown[] {
    return this.#statement.raw().all(...this.#values);
  }

  run(): RunResult {
    return this.#statement.run(...this.#values);
  }
}

/** @returns whether the adapter is one whose statements can be kept. */
export function keepStatements(connection: SqlDriverAdapter): boolean {
  const database: unknown = Reflect.get(connection, 'client');
  if (!(database instanceof Database)) return false;
  const prepared = database.prepare.bind(database);
  const kept = new Map<string, Bound>();
  const prepare = (sql: string) => {
    const one = kept.get(sql) ?? new Bound(prepared<unknown[]>(sql));
    // The first one is the one that was used least recently.
    kept.delete(sql);
    kept.set(sql, one);
    for (const oldest of kept.keys()) {
      if (kept.size <= MAX_STATEMENTS) break;
      kept.delete(oldest);
    }
    return one;
  };
  return Reflect.set(database, 'prepare', prepare);
}
