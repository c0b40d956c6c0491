/** Limits how many imports and exports one caller runs at a time. Each holds memory until it ends. */
import { tryAgain } from '#lib/aip/errors.ts';
import { perProcess } from '#lib/per-process.ts';
import { Semaphore } from '#lib/semaphore.ts';
import type { Call } from '#lib/service/calls/call.ts';

type What = 'imports' | 'exports';

/** The imports and exports that a caller may run at a time. */
export const FOR_EACH_CALLER = 2;
const RETRY_SECONDS = 10;

const slots = perProcess('fileSlots', () => new Semaphore(Infinity, FOR_EACH_CALLER));

/**
 * @returns gives the slot back, once.
 * @throws ApiError RESOURCE_EXHAUSTED if the caller already runs as many as allowed.
 */
function takeSlot(what: What, { principal }: Call): () => void {
  const leave = slots.value.tryTake(`${what} ${principal.issuer} ${principal.subject}`);
  if (leave !== null) return leave;
  const cause = `${FOR_EACH_CALLER} ${what} of yours are running; try again when one has ended`;
  throw tryAgain('RESOURCE_EXHAUSTED', cause, RETRY_SECONDS);
}

/** @throws ApiError RESOURCE_EXHAUSTED if the caller already runs as many as allowed. */
export async function withSlot<T>(what: What, call: Call, work: () => Promise<T>): Promise<T> {
  const leave = takeSlot(what, call);
  try {
    return await work();
  } finally {
    leave();
  }
}

/**
 * As {@link withSlot}, for an answer that is sent while it is read. The slot is free at the end, at an
 * error, or when the client disconnects, even if nothing was read.
 *
 * @throws ApiError as {@link withSlot}.
 */
export async function streamWithSlot<T>(
  what: What,
  call: Call,
  open: () => Promise<AsyncIterable<T>>,
): Promise<AsyncIterable<T>> {
  const leave = takeSlot(what, call);
  async function* held(): AsyncGenerator<T | null> {
    try {
      const opened = await open();
      // From here on, whoever ends it without reading ends it within this block.
      yield null;
      yield* opened;
    } finally {
      leave();
    }
  }
  const begun = held();
  await begun.next();
  return begun as AsyncIterable<T>;
}
