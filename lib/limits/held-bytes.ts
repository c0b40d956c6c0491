/**
 * Bounds the bytes of bodies that are read before their caller is known: those that bring a password, a
 * code or a token, and messages of health and reflection.
 */
import { tryAgain } from '#lib/aip/errors.ts';
import { counts } from '#lib/counts.ts';
import { perProcess } from '#lib/per-process.ts';
import { Semaphore } from '#lib/semaphore.ts';

const MAX_BYTES = 64 * 1024 * 1024;
const MAX_BYTES_PER_NETWORK = 8 * 1024 * 1024;

const held = perProcess('heldBytes', () => new Semaphore(MAX_BYTES, MAX_BYTES_PER_NETWORK));

/**
 * Makes room for a body.
 *
 * @returns gives the room back, once.
 * @throws ApiError RESOURCE_EXHAUSTED if the network has no more, UNAVAILABLE if nobody has, both
 *   with `retry-after`.
 */
export function holdBytes(network: string, bytes: number): () => void {
  const release = held.value.tryTake(network, bytes);
  if (release !== null) return release;
  counts.bodiesRefused += 1;
  const forOthers = held.value.tryTake(null, bytes);
  if (forOthers === null) {
    throw tryAgain('UNAVAILABLE', 'too many requests are arriving; try again', 1);
  }
  forOthers();
  const cause = 'too many requests are arriving from this network; try again';
  throw tryAgain('RESOURCE_EXHAUSTED', cause, 1);
}
