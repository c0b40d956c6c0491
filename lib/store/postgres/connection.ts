/** Plans on connections for lists, gets and access. */
import type { Pool } from 'pg';
import { follow, type Plan, type Statement, type Values } from '#lib/store/sql/plan.ts';
import { handles } from './database.ts';
import { isLost } from './errors.ts';
import { REVISION, revisionIn } from './primary.ts';

/** Compiling takes longer than these reads. */
const SNAPSHOT = `BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; SET LOCAL jit = off;
  SELECT pg_backend_pid() AS "pid"`;

/**
 * For the page of a place, without a filter. The server plans its statement once for each connection, and the plan
 * walks an index row by row, even if the tables were empty at that time.
 */
const FIXED = settings('force_generic_plan', 'off');

/**
 * For a list with a filter, whose best index depends on the values: the server plans each one for them. By
 * default it compares estimates, and that of a plan for unknown values may be far too low.
 */
const VARYING = settings('force_custom_plan', 'on');

/** Up to the end of the transaction. */
function settings(mode: string, others: 'on' | 'off'): string {
  const ways = ['seqscan', 'bitmapscan', 'hashjoin', 'mergejoin'];
  const set = ways.map((way) => `SET LOCAL enable_${way} = ${others}`);
  return [`SET LOCAL plan_cache_mode = ${mode}`, ...set].join('; ');
}

const queryOf = (statement: Statement) => handles().statements.queryOf(statement);

/**
 * Each statement on any connection, which the pool closes after any error. These reads look rows up by
 * keys, so the server seldom refuses one, and another connection is soon made.
 */
export const onAny = <T>(plan: () => Plan<T>): Promise<T> =>
  follow(plan(), async (one) => (await handles().reading.query<Values>(queryOf(one))).rows);

/** Whether it has a connection at once. Who holds one must not wait for another. */
const hasRoom = ({ idleCount, totalCount, options }: Pool): boolean =>
  idleCount > 0 || totalCount < options.max;

/**
 * One plan in a snapshot of its own, with the access revision in it. Begins with the first statement
 * of the plan, and ends without anybody waiting for it.
 *
 * @param isFixed whether it reads the same indexes for all values.
 * @param deadline after which the server ends a statement, in milliseconds.
 * @param signal ends it, and a statement that runs if the pool has a connection to say so.
 */
export async function inSnapshot<T>(
  plan: Plan<T>,
  isFixed: boolean,
  deadline: number,
  signal?: AbortSignal,
): Promise<{ result: T; revision: string }> {
  const pool = handles().reading;
  const client = await pool.connect();
  const limited = `${SNAPSHOT}; SET LOCAL statement_timeout = ${deadline}`;
  // The driver gives a list of results for several statements, which its types do not say.
  const begun = client
    .query<Values>(`${limited}; ${isFixed ? FIXED : VARYING}; ${REVISION}`)
    .then((all) => [all].flat().flatMap(({ rows }) => rows));
  let isBroken = false;
  let cancelled: Promise<unknown> = Promise.resolve();
  const cancel = () => {
    // Within the transaction, also a pooler leaves the connection to it.
    cancelled = begun
      .then(async ([first]) => {
        if (hasRoom(pool)) await pool.query('SELECT pg_cancel_backend($1)', [first?.['pid']]);
      })
      .catch(() => {});
  };
  signal?.addEventListener('abort', cancel);
  try {
    const followed = follow(plan, async (one) => {
      signal?.throwIfAborted();
      return (await client.query<Values>(queryOf(one))).rows;
    });
    const [result, rows] = await Promise.all([followed, begun]);
    return { result, revision: revisionIn(rows.at(-1)) };
  } catch (error) {
    isBroken = isLost(error);
    throw error;
  } finally {
    signal?.removeEventListener('abort', cancel);
    await begun.catch(() => {});
    await cancelled;
    // A broken connection is closed.
    client.query('COMMIT').then(
      () => client.release(isBroken),
      () => client.release(true),
    );
  }
}
