/** Limits how many imports and exports one caller runs at a time. Each holds memory until it ends. */
import { ApiError } from '#lib/aip/errors.ts';
import type { Call } from '#lib/service/calls/call.ts';

type What = 'imports' | 'exports';

export const FOR_EACH_CALLER = 2;
const RETRY_SECONDS = 10;

/** Next bundles a second copy of this module. */
const shared = globalThis as typeof globalThis & { groveFilePlaces?: Map<string, number> };

/**
 * @returns gives the place back, once.
 * @throws ApiError RESOURCE_EXHAUSTED if the caller already runs as many as allowed.
 */
function takePlace(what: What, { principal }: Call): () => void {
  const running = (shared.groveFilePlaces ??= new Map());
  const key = `${what} ${principal.issuer} ${principal.subject}`;
  const count = running.get(key) ?? 0;
  if (count >= FOR_EACH_CALLER) {
    const cause = `${FOR_EACH_CALLER} ${what} of yours are running; try again when one has ended`;
    throw new ApiError('RESOURCE_EXHAUSTED', cause, {
      headers: { 'retry-after': String(RETRY_SECONDS) },
    });
  }
  running.set(key, count + 1);
  let isTaken = true;
  return () => {
    if (!isTaken) return;
    isTaken = false;
    const left = (running.get(key) ?? 1) - 1;
    if (left === 0) running.delete(key);
    else running.set(key, left);
  };
}

/** @throws ApiError RESOURCE_EXHAUSTED if the caller already runs as many as allowed. */
export async function withPlace<T>(what: What, call: Call, work: () => Promise<T>): Promise<T> {
  const leave = takePlace(what, call);
  try {
    return await work();
  } finally {
    leave();
  }
}

/**
 * The same for an answer that is sent while it is read: the place is free at the end, at an error, or when
 * the client goes away, even if nothing was read.
 *
 * @throws ApiError as {@link withPlace}.
 */
export async function streamWithPlace<T>(
  what: What,
  call: Call,
  open: () => Promise<AsyncIterable<T>>,
): Promise<AsyncIterable<T>> {
  const leave = takePlace(what, call);
  try {
    const opened = (await open())[Symbol.asyncIterator]();
    return { [Symbol.asyncIterator]: () => leaving(opened, leave) };
  } catch (error) {
    leave();
    throw error;
  }
}

function leaving<T>(opened: AsyncIterator<T>, leave: () => void): AsyncIterator<T> {
  return {
    async next() {
      try {
        const next = await opened.next();
        if (next.done === true) leave();
        return next;
      } catch (error) {
        leave();
        throw error;
      }
    },
    async return() {
      leave();
      await opened.return?.();
      return { done: true, value: undefined };
    },
  };
}
