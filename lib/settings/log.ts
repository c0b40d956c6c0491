/** What the log looks like, and whether it has a line for each request. */
import { OperatorError } from '#lib/operator-error.ts';
import { quote, readFlag, valueOf, type Environment } from './environment.ts';

/** @returns whether requests are logged. @throws OperatorError for an unknown format. */
export function readAccessLog(env: Environment): boolean {
  const format = valueOf('GROVE_LOG_FORMAT', env);
  if (format !== 'text' && format !== 'json') {
    throw new OperatorError(`GROVE_LOG_FORMAT must be text or json, not ${quote(format)}`);
  }
  return readFlag('GROVE_ACCESS_LOG', env);
}
