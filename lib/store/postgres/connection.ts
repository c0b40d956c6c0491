/** Plans on connections for lists, gets and access. */
import type { QueryResult } from 'pg';
import { numbered } from '#lib/store/sql/dialect.ts';
import { follow } from '#lib/store/sql/plan.ts';
import type { Plan, Statement, Values } from '#lib/store/sql/plan.ts';
import { handles } from './database.ts';
import { dialect } from './dialect.ts';
import { isLost } from './errors.ts';
import { REVISION, revisionIn } from './primary.ts';

/** Compiling takes longer than these reads. */
const SNAPSHOT = 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; SET LOCAL jit = off';

/**
 * A page of a place. The server plans a statement once for each connection, and reads what there are
 * indexes for by these, row by row, even if the tables were empty then.
 */
const FIXED = settings('force_generic_plan', 'off');

/**
 * Which index is the best for a filter depends on its values. Left to itself, the server compares
 * what plans cost by estimates, and those for values that it does not know may be far too low.
 */
const VARYING = settings('force_custom_plan', 'on');

/** Up to the end of the transaction. */
function settings(mode: string, others: 'on' | 'off'): string {
  const ways = ['seqscan', 'bitmapscan', 'hashjoin', 'mergejoin'];
  const set = ways.map((way) => `SET LOCAL enable_${way} = ${others}`);
  return [`SET LOCAL plan_cache_mode = ${mode}`, ...set].join('; ');
}

interface Taken {
  ask(statement: Statement): Promise<readonly Values[]>;
  /** Statements without parameters, in one round trip. @returns the first row of the last one. */
  askPlainly(sql: string): Promise<Values | undefined>;
  /** @param isBroken closes the connection, which nobody can use any more. */
  release(isBroken: boolean): void;
}

async function taken(): Promise<Taken> {
  const { reading, statements } = handles();
  const client = await reading.connect();
  return {
    async ask({ sql, params }) {
      const text = numbered(dialect, sql);
      const query = { text, name: statements.nameOf(text), values: [...params] };
      return (await client.query<Values>(query)).rows;
    },
    async askPlainly(sql) {
      const results: QueryResult<Values>[] = [await client.query<Values>(sql)];
      // The driver gives a list of results for several statements, which its types do not say.
      return results.flat().at(-1)?.rows[0];
    },
    release: (isBroken) => client.release(isBroken),
  };
}

export async function onOne<T>(plan: () => Plan<T>): Promise<T> {
  const { ask, release } = await taken();
  let isBroken = true;
  try {
    const result = await follow(plan(), ask);
    isBroken = false;
    return result;
  } catch (error) {
    isBroken = isLost(error);
    throw error;
  } finally {
    release(isBroken);
  }
}

/**
 * One plan in a snapshot of its own, with the access revision in it. Begins with the first statement
 * of the plan, and ends without anybody waiting for it.
 *
 * @param isFixed whether it reads the same indexes for all values.
 * @param deadline after which the server ends a statement, in milliseconds.
 */
export async function inSnapshot<T>(
  plan: Plan<T>,
  isFixed: boolean,
  deadline: number,
): Promise<{ result: T; revision: number }> {
  const { ask, askPlainly, release } = await taken();
  const limited = `${SNAPSHOT}; SET LOCAL statement_timeout = ${deadline}`;
  const begun = askPlainly(`${limited}; ${isFixed ? FIXED : VARYING}; ${REVISION}`);
  let isBroken = false;
  try {
    const [result, row] = await Promise.all([follow(plan, ask), begun]);
    return { result, revision: revisionIn(row) };
  } catch (error) {
    isBroken = isLost(error);
    throw error;
  } finally {
    await begun.catch(() => {});
    askPlainly('COMMIT').then(
      () => release(isBroken),
      () => release(true),
    );
  }
}
