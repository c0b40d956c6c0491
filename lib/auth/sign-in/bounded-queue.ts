/** Costly work, some of it at a time, while a bounded number of others waits. */
import { ApiError } from '#lib/aip/errors.ts';

/** How soon somebody who was turned away may come back. */
const RETRY_SECONDS = 5;

export interface QueueBounds {
  atOnce: number;
  waiting: number;
}

/**
 * A queue.
 *
 * @returns runs the work when its turn comes.
 * @throws ApiError UNAVAILABLE with `retry-after` where too many wait already.
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
      // Whoever waits takes over this one's place.
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
