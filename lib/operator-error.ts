/**
 * Something that whoever runs Grove has to put right: a setting, a file, a
 * port. Its message is one whole line; no stack is ever shown for it.
 */
export class OperatorError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'OperatorError';
  }
}

/** True for an OperatorError, also one of another copy of this module in the same process. */
export function isOperatorError(error: unknown): error is OperatorError {
  return error instanceof Error && error.name === 'OperatorError';
}
