import { causeOf } from '#lib/store/prisma/errors.ts';

/** True if another connection holds the lock. */
export function isBusy(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return (causeOf(error)?.originalCode ?? code).startsWith('SQLITE_BUSY');
}
