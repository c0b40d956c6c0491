/** A disk that had no room for what the database wrote, as this process saw it last. */
import { ApiError } from '#lib/aip/errors.ts';
import { counts } from '#lib/counts.ts';
import { logError } from '#lib/log.ts';

interface FullDisk {
  isFull: boolean;
  /** When the log may say so again, on the clock of `performance.now`. */
  nextLine: number;
}

/** Each failed write would otherwise write a line, perhaps to the same disk. */
const LINE_MS = 60_000;
/** Room does not come back within a second. */
const RETRY_SECONDS = '30';

// On globalThis because Next bundles a second copy of this module.
const shared = globalThis as typeof globalThis & { groveFullDisk?: FullDisk };
const disk = (shared.groveFullDisk ??= { isFull: false, nextLine: 0 });

export const isDiskFull = () => disk.isFull;

/** Notes that a write found no room. @returns the error for the caller. */
export function diskFull(): ApiError {
  disk.isFull = true;
  counts.writesWithoutRoom += 1;
  if (performance.now() >= disk.nextLine) {
    disk.nextLine = performance.now() + LINE_MS;
    logError('the disk of the database is full', 'nothing is written until it has room again');
  }
  return new ApiError('UNAVAILABLE', 'the disk of the database is full; ask the operator', {
    headers: { 'retry-after': RETRY_SECONDS },
  });
}

/** Notes that a write found room. */
export function noteRoom(): void {
  disk.isFull = false;
  disk.nextLine = 0;
}
