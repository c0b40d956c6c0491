import { unavailable } from './unavailable.ts';

/**
 * The result of `work`, unless that waits too long for something other than the database.
 *
 * @param held the longest wait in milliseconds.
 * @throws what `onStuck` makes.
 */
export async function unlessStuck<T>(
  work: Promise<T>,
  held: number,
  onStuck: () => Error,
): Promise<T> {
  const stuck = Promise.withResolvers<never>();
  const timer = setTimeout(() => stuck.reject(onStuck()), held);
  try {
    return await Promise.race([work, stuck.promise]);
  } finally {
    clearTimeout(timer);
  }
}

interface Bounds {
  what: 'snapshot' | 'transaction';
  /** How long the work may take, in milliseconds. */
  longest: number;
  /** An error of the database, as the caller gets it. */
  explained(error: unknown): unknown;
}

/**
 * The result of `work`, whose calls of the database fail once that is over.
 *
 * @throws ApiError UNAVAILABLE if it takes too long.
 */
export function untilOver<T>(
  { what, longest, explained }: Bounds,
  work: (call: <R>(ask: () => PromiseLike<R>) => Promise<R>) => Promise<T>,
): Promise<T> {
  let isOver = false;
  const given = work(async (ask) => {
    if (isOver) throw new Error(`the ${what} is over`);
    try {
      return await ask();
    } catch (error) {
      throw explained(error);
    }
  });
  return unlessStuck(given, longest, unavailable).finally(() => (isOver = true));
}
