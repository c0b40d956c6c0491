/** One connection with the statements that were prepared on it. */
import type { Database, Statement } from 'better-sqlite3';

/** The number of statements to keep prepared. Each combination of filters is another statement. */
const MAX_STATEMENTS = 500;

export class Connection {
  readonly database: Database;
  readonly #statements = new Map<string, Statement<unknown[]>>();

  constructor(database: Database) {
    this.database = database;
  }

  /** Prepared once. */
  prepared(sql: string): Statement<unknown[]> {
    const known = this.#statements.get(sql);
    if (known !== undefined) return known;
    if (this.#statements.size >= MAX_STATEMENTS) this.#statements.clear();
    const statement = this.database.prepare<unknown[]>(sql);
    this.#statements.set(sql, statement);
    return statement;
  }

  /** Runs reads that must agree with each other. */
  atOnce<T>(work: () => T): T {
    return this.database.inTransaction ? work() : this.database.transaction(work)();
  }
}
