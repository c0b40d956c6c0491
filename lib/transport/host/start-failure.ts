import { isApiError } from '#lib/aip/errors.ts';
import { isOperatorError } from '#lib/operator-error.ts';

/** Says on the terminal why Grove did not start: in one line where the operator has to act. */
export function sayStartFailed(error: unknown): void {
  const isKnown = isOperatorError(error) || (isApiError(error) && error.status === 'UNAVAILABLE');
  console.error(isKnown ? `grove: ${error.message}` : error);
}
