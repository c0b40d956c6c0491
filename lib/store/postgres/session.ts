/** One connection of a pool, and the plans that run on it. */
import type { PoolClient, QueryResult } from 'pg';
import { numbered } from '#lib/store/sql/dialect.ts';
import { follow } from '#lib/store/sql/plan.ts';
import type { Plan, Result, Statement, Values } from '#lib/store/sql/plan.ts';
import { dialect } from './dialect.ts';
import type { Statements } from './statements.ts';

export class Session {
  readonly #client: PoolClient;
  readonly #statements: Statements;

  constructor(client: PoolClient, statements: Statements) {
    this.#client = client;
    this.#statements = statements;
  }

  /** Statements without parameters, in one round trip. */
  async plain(sql: string): Promise<void> {
    await this.#client.query(sql);
  }

  /** The same. @returns the first row of the last one. */
  async plainRow(sql: string): Promise<Values | undefined> {
    const results: QueryResult<Values>[] = [await this.#client.query<Values>(sql)];
    // The driver gives a list of results for several statements, which its types do not say.
    return results.flat().at(-1)?.rows[0];
  }

  follow<T>(plan: Plan<T>): Promise<T> {
    return follow(plan, (statement) => this.run(statement));
  }

  async run({ sql, params }: Statement): Promise<Result> {
    const text = numbered(dialect, sql);
    const { rows, rowCount } = await this.#client.query<Values>({
      text,
      name: this.#statements.nameOf(text),
      values: [...params],
    });
    return { rows, changes: rowCount ?? 0 };
  }

  /** @param isBroken closes the connection, which nobody can use any more. */
  release(isBroken: boolean): void {
    this.#client.release(isBroken);
  }
}
