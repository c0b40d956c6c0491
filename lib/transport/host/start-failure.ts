import { logProblem } from '#lib/log.ts';
import { saysAll } from '#lib/operator-error.ts';

/** Says on the terminal why Grove did not start: in one line where the operator has to act. */
export function sayStartFailed(error: unknown): void {
  if (saysAll(error)) logProblem(`grove: ${error.message}`);
  else console.error(error);
}
