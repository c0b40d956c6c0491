/** Statements of a plain connection, each prepared once. */
import type { Database as Sqlite, Statement } from 'better-sqlite3';

export type Value = string | number | null;
export type Row = Record<string, Value>;
type Parameter = Value | Buffer;

const MAX_STATEMENTS = 500;

export class Statements {
  readonly database: Sqlite;
  readonly #statements = new Map<string, Statement<unknown[]>>();

  constructor(database: Sqlite) {
    this.database = database;
  }

  rows<T = Row>(sql: string, ...params: readonly Parameter[]): T[] {
    return this.#prepared(sql).all(...params) as T[];
  }

  row(sql: string, ...params: readonly Parameter[]): Row | undefined {
    return this.#prepared(sql).get(...params) as Row | undefined;
  }

  /** The first column of all rows. */
  column<T = string>(sql: string, ...params: readonly Parameter[]): T[] {
    return this.rows(sql, ...params).map((row) => Object.values(row)[0] as T);
  }

  count(sql: string, ...params: readonly Parameter[]): number {
    return this.column<number>(sql, ...params)[0] ?? 0;
  }

  run(sql: string, ...params: readonly Parameter[]): void {
    this.#prepared(sql).run(...params);
  }

  #prepared(sql: string): Statement<unknown[]> {
    const known = this.#statements.get(sql);
    if (known !== undefined) return known;
    if (this.#statements.size >= MAX_STATEMENTS) this.#statements.clear();
    const statement = this.database.prepare<unknown[]>(sql);
    this.#statements.set(sql, statement);
    return statement;
  }
}
