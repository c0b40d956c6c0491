/** What a setting of the environment may be. Each kind checks one value and gives it its type. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { PRIVATE_NETWORKS } from '#lib/net/addresses.ts';
import { networks as networksOf, NO_NETWORKS, type Networks } from '#lib/net/networks.ts';
import { OperatorError } from '#lib/operator-error.ts';

/** A value as the environment has it. */
export interface Given {
  /** Of the variable, for messages. */
  name: string;
  /** The default of the setting where the environment has none; empty where there is neither. */
  value: string;
  /** The base of relative paths. */
  directory: string;
}

/** @throws OperatorError for a value that cannot be used. */
export type Kind<Value> = (given: Given) => Value;

export const text: Kind<string> = ({ value }) => value;

/** Undefined where nothing is set. */
export const optional =
  <Value>(kind: Kind<Value>): Kind<Value | undefined> =>
  (given) =>
    given.value === '' ? undefined : kind(given);

/** A setting that an older version had. @param why after a colon. */
export const removed =
  (why: string): Kind<void> =>
  ({ name, value }) => {
    if (value !== '') throw new OperatorError(`${name} has to be removed: ${why}`);
  };

/** Undefined where it has no other characters than spaces. @param most characters. */
export const printable =
  (most: number): Kind<string | undefined> =>
  ({ name, value }) => {
    const trimmed = value.trim();
    if (trimmed === '') return undefined;
    if (trimmed.length <= most && !/\p{C}/u.test(trimmed)) return trimmed;
    throw notValid(name, `have at most ${most} printable characters`, trimmed);
  };

/** Anything but 1, 0, true, false and nothing is refused. */
export const flag: Kind<boolean> = ({ name, value }) => {
  if (!['', '0', '1', 'false', 'true'].includes(value)) throw notValid(name, 'be 1 or 0', value);
  return value === '1' || value === 'true';
};

export const choice =
  <const Choice extends string>(...choices: readonly Choice[]): Kind<Choice> =>
  ({ name, value }) => {
    const chosen = choices.find((one) => one === value);
    if (chosen !== undefined) return chosen;
    throw notValid(name, `be ${choices.join(' or ')}`, value);
  };

const UNITS = { m: 60_000, h: 3_600_000, d: 86_400_000 };

/**
 * A time such as `6h`, in milliseconds; null for `0` and nothing.
 *
 * @param expected the units and an example, for the message.
 */
export const duration =
  (units: readonly (keyof typeof UNITS)[], expected: string): Kind<number | null> =>
  ({ name, value }) => {
    if (value === '' || value === '0') return null;
    const [, number, letter] = /^([1-9]\d{0,4})([a-z])$/.exec(value) ?? [];
    const unit = units.find((one) => one === letter);
    if (unit === undefined) throw notValid(name, `be ${expected}`, value);
    return Number(number) * UNITS[unit];
  };

/** A whole number within the bounds, both included. */
export const whole =
  ({ least, most }: { least: number; most?: number }): Kind<number> =>
  ({ name, value }) => {
    const number = /^\d{1,9}$/.test(value) ? Number(value) : -1;
    if (number >= least && number <= (most ?? Infinity)) return number;
    const range = most === undefined ? `from ${least} on` : `from ${least} to ${most}`;
    throw notValid(name, `be a whole number ${range}`, value);
  };

/** Node.js ends a timer at once that is set for longer. */
const LONGEST_SECONDS = Math.floor((2 ** 31 - 1) / 1_000);

export const seconds = (least = 1) => whole({ least, most: LONGEST_SECONDS });

export const port: Kind<number> = ({ name, value }) => {
  const number = /^\d{1,5}$/.test(value) ? Number(value) : 0;
  if (number >= 1 && number <= 65_535) return number;
  throw notValid(name, 'be a number from 1 to 65535', value);
};

/** An absolute path. */
export const path: Kind<string> = ({ value, directory }) =>
  resolve(/* turbopackIgnore: true */ directory, value);

/** A token bucket: how many requests it holds when it is full, and in how many seconds it fills. */
export interface Rate {
  quota: number;
  windowSeconds: number;
}

export const rate: Kind<Rate> = ({ name, value }) => {
  const [, quota, windowSeconds] = /^([1-9]\d{0,8})\/([1-9]\d{0,4})$/.exec(value) ?? [];
  if (quota === undefined || windowSeconds === undefined) {
    throw notValid(name, 'be requests and seconds, such as 600/60', value);
  }
  return { quota: Number(quota), windowSeconds: Number(windowSeconds) };
};

/** Blocks separated by commas. */
export const networks: Kind<Networks> = ({ name, value }) => {
  try {
    return networksOf(listOf(value));
  } catch {
    const expected = 'be networks separated by commas, such as 10.0.0.0/8,fd00::/8';
    throw notValid(name, expected, value);
  }
};

/** Blocks; or `1`, which means every private network except the link-local ones; or `0` for none. */
export const privateNetworks: Kind<Networks> = (given) => {
  if (['', '0', 'false'].includes(given.value)) return NO_NETWORKS;
  return ['1', 'true'].includes(given.value) ? PRIVATE_NETWORKS : networks(given);
};

const DATE = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}:\d{2}Z)?$/;

export const date: Kind<Date> = ({ name, value }) => {
  const time = DATE.test(value) ? Date.parse(value) : Number.NaN;
  const read = new Date(time);
  // A day that its month does not have becomes one of the next month.
  if (!Number.isNaN(time) && read.toISOString().startsWith(value.slice(0, 10))) return read;
  const expected = 'be a date or a time in UTC, such as 2027-06-30 or 2027-06-30T12:00:00Z';
  throw notValid(name, expected, value);
};

/**
 * An http or https address. It may contain a password, so the message does not repeat it.
 *
 * @param example for the message.
 */
export const httpAddress =
  (example: string): Kind<string> =>
  ({ name, value }) => {
    if (/^https?:$/.test(URL.parse(value)?.protocol ?? '')) return value;
    throw new OperatorError(`${name} must be an http or https address, such as ${example}`);
  };

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
export function readFile(file: string, name: string): Buffer<ArrayBuffer> {
  try {
    return readFileSync(/* turbopackIgnore: true */ file);
  } catch {
    throw new OperatorError(`${name}: ${file} cannot be read`);
  }
}

/** The error for a value that may be repeated. @param expected after "must". */
export function notValid(name: string, expected: string, value: string): OperatorError {
  const shown = JSON.stringify(value.length > 100 ? `${value.slice(0, 100)}…` : value);
  return new OperatorError(`${name} must ${expected}, not ${shown}`);
}
