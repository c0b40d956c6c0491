/** One connection with the statements that were prepared on it. */
import type { Database, Statement } from 'better-sqlite3';
import type { Plan, Result, Statement as PlanStatement, Values } from '#lib/store/sql/plan.ts';
import { Meter } from './meter.ts';

/** The number of statements to keep prepared. Each combination of filters is another statement. */
const MAX_STATEMENTS = 500;

const NO_ROWS: readonly Values[] = [];

export class Connection {
  readonly database: Database;
  readonly meter: Meter;
  readonly #statements = new Map<string, Statement<unknown[]>>();

  constructor(database: Database) {
    this.database = database;
    this.meter = new Meter(database);
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

  /** Runs all statements of a plan. */
  follow<T>(plan: Plan<T>): T {
    let step = plan.next();
    while (step.done !== true) step = plan.next(this.#run(step.value));
    return step.value;
  }

  #run({ sql, params, isOne, cost }: PlanStatement): Result {
    if (cost !== undefined) this.meter.expect(cost);
    const statement = this.prepared(sql);
    if (!statement.reader) return { rows: NO_ROWS, changes: statement.run(...params).changes };
    if (isOne !== true) return { rows: statement.all(...params) as Values[], changes: 0 };
    const row = statement.get(...params) as Values | undefined;
    return { rows: row === undefined ? NO_ROWS : [row], changes: 0 };
  }

  /** Runs reads that must agree with each other. */
  atOnce<T>(work: () => T): T {
    if (this.database.inTransaction) return work();
    this.prepared('BEGIN').run();
    try {
      return work();
    } finally {
      this.prepared('COMMIT').run();
    }
  }
}
