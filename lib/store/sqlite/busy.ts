import { codeOf } from '#lib/store/prisma/errors.ts';

export const isBusy = (error: unknown) => codeOf(error).startsWith('SQLITE_BUSY');

/** The second one is of the file beside the log, which every process maps into its memory. */
const FULL_CODES = /^SQLITE_(?:FULL|IOERR_SHMSIZE)$/;

export const isFull = (error: unknown) => FULL_CODES.test(codeOf(error));
