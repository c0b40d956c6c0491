/** One connection of a pool, and the plans that run on it. */
import type { PoolClient, QueryResult } from 'pg';
import type { Plan, Result, Statement, Values } from '#lib/store/sql/plan.ts';
import type { Waiting, Watch } from './watch.ts';

/** Statements to keep prepared. Each combination of filters is another one. */
const MAX_NAMED = 500;

interface Prepared {
  text: string;
  name?: string;
}

/** The texts of statements as the server wants them, and the names that connections share. */
export class Statements {
  readonly #known = new Map<string, Prepared>();
  readonly #isNamed: boolean;

  /** @param isNamed whether the server keeps prepared statements between transactions. */
  constructor(isNamed: boolean) {
    this.#isNamed = isNamed;
  }

  prepared(sql: string): Prepared {
    const found = this.#known.get(sql);
    if (found !== undefined) return found;
    let number = 0;
    const text = sql.replaceAll('?', () => `$${(number += 1)}`);
    if (this.#known.size >= MAX_NAMED) return { text };
    const fresh = this.#isNamed ? { text, name: `grove${this.#known.size}` } : { text };
    this.#known.set(sql, fresh);
    return fresh;
  }
}

export interface Surroundings {
  statements: Statements;
  watch: Watch;
  onRelease(): void;
}

export class Session implements Waiting {
  readonly #client: PoolClient;
  readonly #around: Surroundings;
  /** Statements without an answer yet. */
  #pending = 0;

  constructor(client: PoolClient, around: Surroundings) {
    this.#client = client;
    this.#around = around;
  }

  /** Statements without parameters, in one round trip. @returns what a single one has done. */
  async plain(sql: string): Promise<string> {
    const result = await this.#watched(this.#client.query(sql));
    return result.command;
  }

  /** The same. @returns the first row of the last one. */
  async plainRow(sql: string): Promise<Values | undefined> {
    const results: QueryResult<Values>[] = [await this.#watched(this.#client.query<Values>(sql))];
    // The driver gives a list of results for several statements, which its types do not say.
    return results.flat().at(-1)?.rows[0];
  }

  /** @param first what the plan begins with, if that is known. */
  async follow<T>(plan: Plan<T>, first = plan.next()): Promise<T> {
    let step = first;
    while (step.done !== true) step = plan.next(await this.run(step.value));
    return step.value;
  }

  async run({ sql, params }: Statement): Promise<Result> {
    const { rows, rowCount } = await this.#watched(
      this.#client.query<Values>({
        ...this.#around.statements.prepared(sql),
        values: [...params],
      }),
    );
    return { rows, changes: rowCount ?? 0 };
  }

  /** Breaks the connection, so that every statement without an answer fails. */
  giveUp(): void {
    this.#client.connection.stream.destroy();
  }

  /** @param isBroken closes the connection, which nobody can use any more. */
  release(isBroken: boolean): void {
    this.#client.release(isBroken);
    this.#around.onRelease();
  }

  async #watched<T>(answer: Promise<T>): Promise<T> {
    const { watch } = this.#around;
    this.#pending += 1;
    watch.begins(this);
    try {
      return await answer;
    } finally {
      this.#pending -= 1;
      if (this.#pending === 0) watch.ends(this);
      else watch.begins(this);
    }
  }
}
