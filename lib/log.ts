import { inspect } from 'node:util';

/** For the operator: something went wrong that no caller is told of. */
export function logError(message: string, error: unknown): void {
  process.stderr.write(`${message}: ${inspect(error)}\n`);
}
