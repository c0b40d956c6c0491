/** A disk that had no room for what the database wrote, as this process saw it last. */
import { type ApiError, tryAgain } from '#lib/aip/errors.ts';
import { counts } from '#lib/counts.ts';
import { logSeldom } from '#lib/log.ts';
import { perProcess } from '#lib/per-process.ts';

/** Room does not come back within a second. */
const RETRY_SECONDS = 30;

const isFull = perProcess('fullDisk', () => false);

/** Whether the last write failed because the disk is full. */
export const isDiskFull = () => isFull.value;

/** Notes that a write found no room. @returns the error for the caller. */
export function diskFull(): ApiError {
  isFull.value = true;
  counts.writesWithoutRoom += 1;
  // The log may be on the same disk.
  logSeldom('the disk of the database is full', 'nothing is written until it has room again');
  const cause = 'the disk of the database is full; ask the operator';
  return tryAgain('UNAVAILABLE', cause, RETRY_SECONDS);
}

/** Notes that a write has succeeded again. */
export function noteRoom(): void {
  isFull.value = false;
}
