import { OperatorError } from '#lib/operator-error.ts';

export const MARK = '_grove_copy';

export function unfinished(): OperatorError {
  return new OperatorError('a copy into it is not finished; run the same grove copy again');
}
