/** The files and sockets that the operating system lets this process have open at a time. */
import { readFileSync } from 'node:fs';
import { type ApiError, tryAgain } from '#lib/aip/errors.ts';
import { counts } from '#lib/counts.ts';
import { logSeldom } from '#lib/log.ts';

/** The part for connections of clients. Files, the database and outgoing requests have the rest. */
const FOR_CONNECTIONS = 3 / 4;
/** They have at least so many. A server without connections uses about half of them. */
const FOR_OTHERS = 64;

/** @returns how many connections there are descriptors for; Infinity where nothing says so. */
export function connectionsPossible(limits = limitsOfProcess()): number {
  const [, open] = /^Max open files +(\d+) /m.exec(limits) ?? [];
  if (open === undefined) return Infinity;
  const most = Math.min(Number(open) * FOR_CONNECTIONS, Number(open) - FOR_OTHERS);
  return Math.max(1, Math.floor(most));
}

/** Notes that something was not opened because no descriptor was left. */
export function noteNoDescriptor(what: string): void {
  counts.descriptorsMissing += 1;
  logSeldom('the process has too many open files', what);
}

/**
 * Notes an error that says so.
 *
 * @returns the error for the caller; null for other errors.
 */
export function withoutDescriptor(error: unknown): ApiError | null {
  const code = error instanceof Error && 'code' in error ? error.code : '';
  if (code !== 'EMFILE' && code !== 'ENFILE') return null;
  noteNoDescriptor(String(error));
  return tryAgain('UNAVAILABLE', 'the server has too many open files; try again', 1);
}

/** Linux alone has this file. Node.js has raised the limit to the largest one allowed before. */
function limitsOfProcess(): string {
  try {
    return readFileSync('/proc/self/limits', 'utf8');
  } catch {
    return '';
  }
}
