import { isApiError } from '#lib/aip/errors.ts';

/**
 * A problem that the operator has to fix: a setting, a file, a port. Its message is one complete
 * line; its stack is never shown.
 */
export class OperatorError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'OperatorError';
  }
}

/**
 * True for an OperatorError, including one from another copy of this module in the same process.
 */
export function isOperatorError(error: unknown): error is OperatorError {
  return error instanceof Error && error.name === 'OperatorError';
}

/** Whether its message tells the operator all: what to fix, or what passes by itself. */
export function saysAll(error: unknown): error is Error {
  return isOperatorError(error) || (isApiError(error) && error.status === 'UNAVAILABLE');
}

/** Why the system or SQLite does not read or write a file, by the code of its error. */
export const FILE_REASONS: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EISDIR: 'it is a folder',
  ENOENT: 'it does not exist',
  ENOSPC: 'the disk is full',
  ENOTDIR: 'a part of its path is not a folder',
  EROFS: 'it is read-only',
  SQLITE_FULL: 'the disk is full',
  SQLITE_READONLY: 'it is read-only',
};

const UNWRITABLE = ['EACCES', 'ENOENT', 'ENOTDIR', 'EPERM', 'EROFS', 'SQLITE_READONLY'];

/**
 * Why a file of Grove cannot be used, and what the operator does about it.
 *
 * @param setting that names the folder of the file; undefined where none does.
 */
export function fileProblem(error: Error & { code?: unknown }, setting?: string): string {
  const code = String(error.code ?? '');
  const reason = FILE_REASONS[code] ?? String(error.message.split('\n', 1)[0]);
  if (setting === undefined || !UNWRITABLE.includes(code)) return reason;
  return `${reason}; set ${setting} to a place that this user may write`;
}
