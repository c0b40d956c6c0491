/** Plain statements for checks of the file itself. */
import type { Database as Sqlite } from 'better-sqlite3';
import { Connection } from '#lib/store/sqlite/connection.ts';

export type Value = string | number | null;
export type Row = Record<string, Value>;
type Parameter = Value | Buffer;

export class Statements {
  readonly #connection: Connection;

  constructor(database: Sqlite) {
    this.#connection = new Connection(database);
  }

  get database(): Sqlite {
    return this.#connection.database;
  }

  rows<T = Row>(sql: string, ...params: readonly Parameter[]): T[] {
    return this.#connection.prepared(sql).all(...params) as T[];
  }

  row(sql: string, ...params: readonly Parameter[]): Row | undefined {
    return this.#connection.prepared(sql).get(...params) as Row | undefined;
  }

  /** The first column of all rows. */
  column<T = string>(sql: string, ...params: readonly Parameter[]): T[] {
    return this.rows(sql, ...params).map((row) => Object.values(row)[0] as T);
  }

  count(sql: string, ...params: readonly Parameter[]): number {
    return this.column<number>(sql, ...params)[0] ?? 0;
  }

  run(sql: string, ...params: readonly Parameter[]): void {
    this.#connection.prepared(sql).run(...params);
  }
}
