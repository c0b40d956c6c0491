import { OperatorError } from '#lib/operator-error.ts';

/** The table of a database that a copy was not finished into. */
export const MARK = '_grove_copy';

/** What a server says that is started on such a database. */
export function unfinished(): OperatorError {
  return new OperatorError('a copy into it is not finished; run the same grove copy again');
}
