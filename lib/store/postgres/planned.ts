/** One plan in a snapshot of its own, on a connection that nobody else needs meanwhile. */
import type { Plan } from '#lib/store/sql/plan.ts';
import type { Session } from './session.ts';

/** Compiling takes longer than what is asked here. */
export const SNAPSHOT = 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; SET LOCAL jit = off';

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
): Promise<T> {
  const begun = session.plain(`${SNAPSHOT}; SET LOCAL statement_timeout = ${deadline}`);
  try {
    const [result] = await Promise.all([session.follow(plan()), begun]);
    return result;
  } finally {
    await begun.catch(() => {});
    session.plain('COMMIT').then(
      () => session.release(false),
      () => session.release(true),
    );
  }
}
