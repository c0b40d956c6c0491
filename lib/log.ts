import { inspect } from 'node:util';
import { currentTrace } from '#lib/tracing/current.ts';

/** Logs an error for the operator, with the trace it is part of. The caller does not see its details. */
export function logError(message: string, error: unknown): void {
  const trace = currentTrace();
  const where = trace === undefined ? '' : ` (trace ${trace.traceId})`;
  process.stderr.write(`${message}${where}: ${inspect(error)}\n`);
}
