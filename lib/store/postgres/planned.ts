/** One plan in a snapshot of its own, on a connection that nobody else needs meanwhile. */
import type { Plan, Statement, Values } from '#lib/store/sql/plan.ts';
import { standbyError } from './primary.ts';
import type { Session } from './session.ts';

/** Null from a standby, to which a pooler may have moved the connection. */
export const REVISION =
  'SELECT CASE WHEN pg_is_in_recovery() THEN NULL ELSE "value" END AS "value" FROM "AccessRevision"';

/** @throws Error of a lost connection if a standby has answered. */
export function revisionIn(row: Values | undefined): number {
  const value = row?.['value'] ?? null;
  if (row !== undefined && value === null) throw standbyError();
  return Number(value);
}

/** Compiling takes longer than what is asked here. */
const SNAPSHOT = 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; SET LOCAL jit = off';

/**
 * The server plans a statement once for each connection, and reads what there are indexes for by
 * these, row by row, even if the tables were empty then.
 */
const FIXED = settings('force_generic_plan', 'off');

/**
 * Which index is the best for a filter depends on its values. Left to itself, the server compares
 * what plans cost by estimates, and those for values that it does not know may be far too low.
 */
const VARYING = settings('force_custom_plan', 'on');

/** Up to the end of the transaction. */
function settings(mode: string, others: 'on' | 'off'): string {
  const all = {
    plan_cache_mode: mode,
    enable_seqscan: others,
    enable_bitmapscan: others,
    enable_hashjoin: others,
    enable_mergejoin: others,
  };
  const set = Object.entries(all).map(([name, value]) => `set_config('${name}', '${value}', TRUE)`);
  return `SELECT ${set.join(', ')}`;
}

const settingsFor = (isFixed: boolean) => (isFixed ? FIXED : VARYING);

export interface Planned<T> {
  result: T;
  /** The access revision in the same snapshot. */
  revision: number;
}

/**
 * Begins with the first statement of the plan, and ends without anybody waiting for it. Releases
 * the connection.
 *
 * @param deadline after which the server ends a statement, in milliseconds.
 */
export async function planned<T>(
  session: Session,
  plan: () => Plan<T>,
  deadline: number,
): Promise<Planned<T>> {
  const steps = plan();
  const first = firstOf(steps, session);
  const isFixed = first.done === true ? undefined : first.value.isFixed;
  const planning = isFixed === undefined ? '' : `${settingsFor(isFixed)}; `;
  const begun = session.plainRow(
    `${SNAPSHOT}; SET LOCAL statement_timeout = ${deadline}; ${planning}${REVISION}`,
  );
  try {
    const [result, row] = await Promise.all([session.follow(switching(steps, first)), begun]);
    return { result, revision: revisionIn(row) };
  } finally {
    await begun.catch(() => {});
    session.plain('COMMIT').then(
      () => session.release(false),
      () => session.release(true),
    );
  }
}

/** Sets how the server plans where that changes within a plan. It has begun with its first statement. */
function* switching<T>(plan: Plan<T>, first: IteratorResult<Statement, T>): Plan<T> {
  let step = first;
  let mode = step.done === true ? undefined : step.value.isFixed;
  while (step.done !== true) {
    const { isFixed = mode } = step.value;
    if (isFixed !== undefined && isFixed !== mode) {
      mode = isFixed;
      yield { sql: settingsFor(isFixed), params: [] };
    }
    step = plan.next(yield step.value);
  }
  return step.value;
}

/** Nothing is asked yet, so that the connection can be used by others if it fails. */
function firstOf<T>(steps: Plan<T>, session: Session): IteratorResult<Statement, T> {
  try {
    return steps.next();
  } catch (error) {
    session.release(false);
    throw error;
  }
}
