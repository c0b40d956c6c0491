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

/** Why the system or SQLite does not read or write a file, by the code of its error. */
export const FILE_REASONS: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EISDIR: 'it is a folder',
  ENOENT: 'it does not exist',
  ENOSPC: 'the disk is full',
  ENOTDIR: 'a part of its path is not a folder',
  EROFS: 'it is read-only',
  SQLITE_FULL: 'the disk is full',
};
