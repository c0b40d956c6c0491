import { codeOf } from '#lib/store/prisma/errors.ts';

/** True if another connection holds the lock. */
export const isBusy = (error: unknown) => codeOf(error).startsWith('SQLITE_BUSY');

/** The second one is of the file beside the log, which every process maps into its memory. */
const FULL_CODES = /^SQLITE_(?:FULL|IOERR_SHMSIZE)$/;

/** True if there is no room for what was written. */
export const isFull = (error: unknown) => FULL_CODES.test(codeOf(error));
