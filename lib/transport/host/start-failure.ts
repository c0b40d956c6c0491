import { isApiError } from '#lib/aip/errors.ts';
import { logProblem } from '#lib/log.ts';
import { isOperatorError } from '#lib/operator-error.ts';

/** Says on the terminal why Grove did not start: in one line where the operator has to act. */
export function sayStartFailed(error: unknown): void {
  const isKnown = isOperatorError(error) || (isApiError(error) && error.status === 'UNAVAILABLE');
  if (isKnown) logProblem(`grove: ${error.message}`);
  else console.error(error);
}
