/** Single values of the environment, each checked. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { OperatorError } from '#lib/operator-error.ts';
import { standardOf, type SettingName } from './declared.ts';

/** The settings that have a second name, which other programs read. */
type InSmallLetters = Lowercase<'HTTP_PROXY' | 'HTTPS_PROXY' | 'NO_PROXY'>;

/** Node.js's type of the environment names NODE_ENV, and TypeScript asks for a name in common. */
export type Environment = {
  readonly [Name in SettingName | InSmallLetters | 'NODE_ENV']?: string | undefined;
};

/** A setting that only counts as set if it is not empty; else its declared default. */
export const valueOf = (name: SettingName, env: Environment): string =>
  env[name] || (standardOf(name) ?? '');

/** @throws OperatorError for anything but 1, 0, true, false and nothing. */
export function readFlag(name: SettingName, env: Environment): boolean {
  const value = env[name] ?? '';
  if (!['', '0', '1', 'false', 'true'].includes(value)) throw notValid(name, 'be 1 or 0', value);
  return value === '1' || value === 'true';
}

/** @throws OperatorError for anything but one of these, and nothing where that is the default. */
export function readChoice<const Choice extends string>(
  name: SettingName,
  env: Environment,
  choices: readonly Choice[],
): Choice {
  const value = valueOf(name, env);
  const chosen = choices.find((one) => one === value);
  if (chosen !== undefined) return chosen;
  throw notValid(name, `be ${choices.join(' or ')}`, value);
}

/**
 * A time such as `6h`.
 *
 * @param expected the units and an example, for the message.
 * @returns milliseconds; null for `0` and nothing.
 * @throws OperatorError for anything else.
 */
export function readDuration(
  name: SettingName,
  env: Environment,
  units: Readonly<Record<string, number>>,
  expected: string,
): number | null {
  const value = env[name] ?? '';
  if (value === '' || value === '0') return null;
  const [, number, unit = ''] = /^([1-9]\d{0,4})([a-z])$/.exec(value) ?? [];
  const factor = units[unit];
  if (factor === undefined) throw notValid(name, `be ${expected}`, value);
  return Number(number) * factor;
}

/** @throws OperatorError for anything but a whole number within the bounds, both included. */
export function readWhole(
  name: SettingName,
  env: Environment,
  { least, most }: { least: number; most?: number },
): number {
  const value = valueOf(name, env);
  const number = /^\d{1,9}$/.test(value) ? Number(value) : -1;
  if (number >= least && number <= (most ?? Infinity)) return number;
  const range = most === undefined ? `from ${least} on` : `from ${least} to ${most}`;
  throw notValid(name, `be a whole number ${range}`, value);
}

/** @throws OperatorError for anything but the number of a port. */
export function readPort(name: SettingName, value: string): number {
  const port = /^\d{1,5}$/.test(value) ? Number(value) : 0;
  if (port >= 1 && port <= 65_535) return port;
  throw notValid(name, 'be a number from 1 to 65535', value);
}

/** The parts of a list with commas between them. */
export const listOf = (value: string): string[] =>
  value
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');

/**
 * The content of a file that the operator names.
 *
 * @param name of the setting, for messages.
 */
export function readFile(path: string, name: string): Buffer<ArrayBuffer> {
  try {
    return readFileSync(/* turbopackIgnore: true */ path);
  } catch {
    throw new OperatorError(`${name}: ${path} cannot be read`);
  }
}

/** The absolute path that a setting names; undefined if none. @param directory of a relative one. */
export function readPath(name: SettingName, env: Environment, directory: string) {
  const value = valueOf(name, env);
  return value === '' ? undefined : resolve(/* turbopackIgnore: true */ directory, value);
}

/** The error for a value that may be repeated. @param expected after "must". */
export function notValid(name: string, expected: string, value: string): OperatorError {
  const shown = JSON.stringify(value.length > 100 ? `${value.slice(0, 100)}…` : value);
  return new OperatorError(`${name} must ${expected}, not ${shown}`);
}
