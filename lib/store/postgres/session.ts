/** One connection of a pool, and the plans that run on it. */
import type { PoolClient } from 'pg';
import type { Plan, Result, Statement, Values } from '#lib/store/sql/plan.ts';

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

export class Session {
  readonly #client: PoolClient;
  readonly #statements: Statements;
  readonly #onRelease: () => void;

  constructor(client: PoolClient, statements: Statements, onRelease: () => void) {
    this.#client = client;
    this.#statements = statements;
    this.#onRelease = onRelease;
  }

  /** Statements without parameters, in one round trip. @returns what a single one has done. */
  async plain(sql: string): Promise<string> {
    const result = await this.#client.query(sql);
    return result.command;
  }

  async follow<T>(plan: Plan<T>): Promise<T> {
    let step = plan.next();
    while (step.done !== true) step = plan.next(await this.run(step.value));
    return step.value;
  }

  async run({ sql, params }: Statement): Promise<Result> {
    const { rows, rowCount } = await this.#client.query<Values>({
      ...this.#statements.prepared(sql),
      values: [...params],
    });
    return { rows, changes: rowCount ?? 0 };
  }

  /** @param isBroken closes the connection, which nobody can use any more. */
  release(isBroken: boolean): void {
    this.#client.release(isBroken);
    this.#onRelease();
  }
}
