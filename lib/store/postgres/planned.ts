/** One plan in a snapshot of its own, on a connection that nobody else needs meanwhile. */
import type { Plan } from '#lib/store/sql/plan.ts';
import { REVISION } from './moments.ts';
import type { Session } from './session.ts';

/** Compiling takes longer than what is asked here. */
export const SNAPSHOT = 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; SET LOCAL jit = off';

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
  const begun = session.plainRow(
    `${SNAPSHOT}; SET LOCAL statement_timeout = ${deadline}; ${REVISION}`,
  );
  try {
    const [result, row] = await Promise.all([session.follow(plan()), begun]);
    return { result, revision: Number(row?.['value'] ?? 0) };
  } finally {
    await begun.catch(() => {});
    session.plain('COMMIT').then(
      () => session.release(false),
      () => session.release(true),
    );
  }
}
