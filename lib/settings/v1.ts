/** Whether and until when the first version of the API is offered. */
import { OperatorError } from '#lib/operator-error.ts';
import type { SettingName } from './declared.ts';
import { notValid, readChoice, readWhole, type Environment } from './environment.ts';

/**
 * Whether v1 is served, how long its lists may be, and when it ends.
 *
 * @throws OperatorError for a value that cannot be used, and for an end before the deprecation.
 */
export function readV1(env: Environment) {
  const deprecation = readDate('GROVE_V1_DEPRECATION', env);
  const sunset = readDate('GROVE_V1_SUNSET', env);
  // RFC 9745, section 4.
  if (deprecation !== undefined && sunset !== undefined && sunset < deprecation) {
    throw new OperatorError('GROVE_V1_SUNSET must not be before GROVE_V1_DEPRECATION');
  }
  return {
    isOffered: readChoice('GROVE_V1', env, ['on', 'off']) === 'on',
    /** A longer list is an error. */
    maxItems: readWhole('GROVE_V1_MAX_ITEMS', env, { least: 1 }),
    deprecation,
    /** When it is to end. */
    sunset,
  };
}

const DATE = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}:\d{2}Z)?$/;

function readDate(name: SettingName, env: Environment): Date | undefined {
  const value = env[name] ?? '';
  if (value === '') return undefined;
  const time = DATE.test(value) ? Date.parse(value) : Number.NaN;
  const date = new Date(time);
  // A day that its month does not have becomes one of the next month.
  if (Number.isNaN(time) || !date.toISOString().startsWith(value.slice(0, 10))) {
    const expected = 'be a date or a time in UTC, such as 2027-06-30 or 2027-06-30T12:00:00Z';
    throw notValid(name, expected, value);
  }
  return date;
}
