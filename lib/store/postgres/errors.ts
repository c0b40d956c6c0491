/** What the errors of the driver and of the server mean to the caller. */
import { ApiError } from '#lib/aip/errors.ts';
import { causeOf, codeOf, isExpired } from '#lib/store/prisma/errors.ts';
import { diskFull } from '#lib/store/full-disk.ts';
import { unavailable } from '#lib/store/sql/unavailable.ts';
import { ALONE } from './locks.ts';

/** @see https://www.postgresql.org/docs/current/errcodes-appendix.html */
const LOST_CODES =
  /^(?:08...|57P0[1-5]|25P03|53300|ECONN\w+|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)$/;
const LOST_TEXTS =
  /Connection terminated|connection error and is not queryable|Client was closed|Query read timeout|Cannot use a pool after/;

/** As the pool says that nobody has given a connection back in time. */
const IN_USE_TEXT = /timeout exceeded when trying to connect/;

/** As Prisma's adapter sorts the errors of sockets. */
const LOST_KINDS = /^(?:DatabaseNotReachable|ConnectionClosed|SocketTimeout|TlsConnectionError)$/;

/** The server rolled back, because others were in the way. */
const CONFLICT_CODES = /^(?:40001|40P01)$/;
/**
 * Somebody else holds a lock, a statement took too long, or the server is a standby, which refuses
 * writes and tables without a log.
 */
const BUSY_CODES = /^(?:55P03|57014|25006|0A000)$/;
/** A text with U+0000, which no text in PostgreSQL can have. */
const TEXT_CODES = /^(?:22021|22P05)$/;
const TOO_LONG = '54000';
const DISK_FULL = '53100';
/** A statement took longer than `statement_timeout`, or somebody cancelled it. */
export const TIMEOUT = '57014';

/** True for a lost connection: its last statement may or may not have taken effect. */
export function isLost(error: unknown): boolean {
  return (
    LOST_KINDS.test(causeOf(error)?.kind ?? '') ||
    (error instanceof Error && (LOST_CODES.test(codeOf(error)) || LOST_TEXTS.test(error.message)))
  );
}

/** True if a read that failed so may succeed at once. */
export function isWorthRetrying(error: unknown): boolean {
  return isLost(error) || CONFLICT_CODES.test(codeOf(error));
}

/** True if a transaction that failed so may succeed when nobody writes beside it. */
export function mayPassAlone(error: unknown): boolean {
  const code = codeOf(error);
  return code === ALONE || CONFLICT_CODES.test(code);
}

/** The error that the caller gets for one of the driver; the same one where the caller gets no other. */
export function explained(error: unknown): unknown {
  const code = codeOf(error);
  if (isLost(error)) return unavailable('does not respond');
  if (error instanceof Error && IN_USE_TEXT.test(error.message)) {
    return unavailable('is busy: all connections to it are in use');
  }
  if (CONFLICT_CODES.test(code) || BUSY_CODES.test(code) || isExpired(error)) return unavailable();
  if (code === DISK_FULL) return diskFull();
  if (TEXT_CODES.test(code)) {
    return new ApiError('INVALID_ARGUMENT', 'a text has the character U+0000');
  }
  if (code === TOO_LONG) {
    return new ApiError('INVALID_ARGUMENT', 'a text is too long for the index of the database');
  }
  return error;
}
