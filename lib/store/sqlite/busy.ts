import { ApiError } from '#lib/aip/errors.ts';

export function unavailable(): ApiError {
  return new ApiError('UNAVAILABLE', 'the database is busy; try again', {
    headers: { 'retry-after': '1' },
  });
}

/** True if another connection holds the lock. */
export function isBusy(error: unknown): boolean {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('SQLITE_BUSY');
}
