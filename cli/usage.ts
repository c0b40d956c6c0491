import { parseArgs } from 'node:util';
import type { ParseArgsConfig } from 'node:util';
import { checkUid, isRootUid } from '#lib/aip/uid.ts';

/** Whether npm runs the command. In a container its own script does. */
export const isByNpm = (): boolean => Boolean(process.env['npm_lifecycle_event']);

/** How to call a command again. */
export const commandLine = (command: string): string =>
  `${isByNpm() ? 'npm run -s grove --' : 'grove'} ${command}`;

/** Invalid arguments on the command line. */
export class UsageError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'UsageError';
  }
}

export function isUsageError(error: unknown): error is UsageError {
  return error instanceof Error && error.name === 'UsageError';
}

/**
 * Reads options and exactly the positional arguments in `names`.
 *
 * @throws UsageError for an unknown option, or one argument too many or too few.
 */
export function parse<T extends NonNullable<ParseArgsConfig['options']>>(
  args: string[],
  names: readonly string[],
  options: T,
) {
  const { values, positionals } = parseOptional(args, names, options);
  const missing = names[positionals.length];
  if (missing !== undefined) throw new UsageError(`${missing} is missing`);
  return { values, positionals };
}

/**
 * Reads options and at most the positional arguments in `names`.
 *
 * @throws UsageError for an unknown option, or one argument too many.
 */
export function parseOptional<T extends NonNullable<ParseArgsConfig['options']>>(
  args: string[],
  names: readonly string[],
  options: T,
) {
  const { values, positionals } = parsed(args, options);
  const extra = positionals[names.length];
  if (extra !== undefined) throw new UsageError(`unexpected argument ${extra}`);
  return { values, positionals };
}

/**
 * Reads options and at least one positional argument, called `name`.
 *
 * @throws UsageError for an unknown option, or no argument.
 */
export function parseList<T extends NonNullable<ParseArgsConfig['options']>>(
  args: string[],
  name: string,
  options: T,
) {
  const { values, positionals } = parsed(args, options);
  if (positionals.length === 0) throw new UsageError(`${name} is missing`);
  return { values, positionals };
}

function parsed<T extends NonNullable<ParseArgsConfig['options']>>(args: string[], options: T) {
  try {
    return parseArgs({ args, options, allowPositionals: true, strict: true });
  } catch (error) {
    // The first sentence of Node's message is enough. The rest explains how to pass such a value.
    const [message = ''] = (error as Error).message.split(/[.\n] ?/, 1);
    throw new UsageError(message);
  }
}

/** @param name of the argument or option. */
export function rootGroup(uid = '', name = 'GROUP_UID'): string {
  const root = checkUid(uid, name);
  if (isRootUid(root)) return root;
  throw new UsageError(`${name} must be the root group of an organization`);
}

/** @param text whole seconds, as in `3600s`. */
export function secondsOf(option: string, text: string, least: number, most: number): number {
  const seconds = /^\d{1,9}s$/.test(text) ? Number(text.slice(0, -1)) : 0;
  if (seconds >= least && seconds <= most) return seconds;
  throw new UsageError(`${option} must be ${least}s to ${most}s, not ${text}`);
}

/** Overwrites one line for people. Prints nothing if standard error is not a terminal. */
export function showProgress(line: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\x1b[K${line}`);
}

export const endProgress = (): void => showProgress('');
