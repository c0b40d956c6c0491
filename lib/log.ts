/** The log: readable lines, or JSON with GROVE_LOG_FORMAT=json. */
import { inspect } from 'node:util';
import { saysAll } from '#lib/operator-error.ts';
import { perProcess } from '#lib/per-process.ts';
import { currentTrace } from '#lib/tracing/current.ts';

/** What a line is about, beside its text. Never a token, a code or a query. */
export type Fields = Readonly<Record<string, string | number>>;

/** Logs what happened as it should. */
export function logInfo(message: string, fields: Fields = {}): void {
  process.stdout.write(isJson() ? json('info', message, fields) : `${message}\n`);
}

/** Logs a line for the operator, on the standard error. */
export function logProblem(message: string): void {
  process.stderr.write(isJson() ? json('error', message, {}) : `${message}\n`);
}

/** Logs an error for the operator, with the trace it is part of. The caller does not see its details. */
export function logError(message: string, error: unknown, fields: Fields = {}): void {
  if (isJson()) {
    const text = typeof error === 'string' ? error : textOf(error);
    process.stderr.write(json('error', message, { ...fields, error: text }));
    return;
  }
  const trace = currentTrace();
  const where = trace === undefined ? '' : ` (trace ${trace.traceId})`;
  process.stderr.write(`${message}${where}: ${textOf(error)}\n`);
}

const textOf = (error: unknown) => (saysAll(error) ? error.message : inspect(error));

const SELDOM_MS = 60_000;

/** When each message may be logged again, on the clock of `performance.now`. */
const nextTimes = perProcess('seldom', () => new Map<string, number>());

/** The same at most once a minute for each message, for what may happen with every request. */
export function logSeldom(message: string, error: unknown): void {
  const now = performance.now();
  if (now < (nextTimes.value.get(message) ?? 0)) return;
  nextTimes.value.set(message, now + SELDOM_MS);
  logError(message, error);
}

// Not of the configuration: a line may say why that cannot be read.
const isJson = () => process.env.GROVE_LOG_FORMAT === 'json';

function json(level: 'info' | 'error', message: string, fields: Fields): string {
  const trace = currentTrace();
  const line = {
    time: new Date().toISOString(),
    level,
    message,
    ...fields,
    ...(trace !== undefined && { traceId: trace.traceId }),
  };
  return `${JSON.stringify(line)}\n`;
}
