/** A queue for expensive work. A few jobs run at a time, and a bounded number waits. */
import { ApiError } from '#lib/aip/errors.ts';

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
  const waiting: (() => void)[] = [];
  let running = 0;
  return async function inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (running >= atOnce) {
      if (waiting.length >= most) throw busy();
      await new Promise<void>((resolve) => waiting.push(resolve));
    } else {
      running += 1;
    }
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      // A waiting job takes over the place of this one.
      if (next === undefined) running -= 1;
      else next();
    }
  };
}

function busy(): ApiError {
  return new ApiError('UNAVAILABLE', 'too many people sign in at this moment; try again', {
    headers: { 'retry-after': String(RETRY_SECONDS) },
  });
}
