/** A queue for expensive work. A few jobs run at a time, and a bounded number waits. */
import { tryAgain } from '#lib/aip/errors.ts';
import { Semaphore } from '#lib/semaphore.ts';

/** When a rejected caller may try again. */
const RETRY_SECONDS = 5;

export interface QueueBounds {
  atOnce: number;
  waiting: number;
}

/**
 * Creates a queue.
 *
 * @returns a function that runs the work when its turn comes.
 * @throws ApiError UNAVAILABLE with `retry-after` if too many wait already.
 */
export function boundedQueue({ atOnce, waiting: most }: QueueBounds) {
  const turns = new Semaphore(atOnce);
  return async function inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (turns.isTaken && turns.waiting >= most) {
      const cause = 'too many people sign in at this moment; try again';
      throw tryAgain('UNAVAILABLE', cause, RETRY_SECONDS);
    }
    const endTurn = await turns.take();
    try {
      return await work();
    } finally {
      endTurn();
    }
  };
}
