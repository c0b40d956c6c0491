import { inspect } from 'node:util';

/** Logs an error for the operator. The caller does not see its details. */
export function logError(message: string, error: unknown): void {
  process.stderr.write(`${message}: ${inspect(error)}\n`);
}
