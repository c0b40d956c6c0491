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
