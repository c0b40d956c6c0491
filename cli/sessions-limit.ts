import { notFound } from '#lib/aip/errors.ts';
import { checkUid, isRootUid } from '#lib/aip/uid.ts';
import {
  MAX_ABSOLUTE_S,
  sessionLimitsOf,
  setSessionLimits,
} from '#lib/auth/sessions/session-limits.ts';
import { committed } from '#lib/store/store.ts';
import { parse, UsageError } from './usage.ts';

/** Sets how long sessions of an organization last, and prints the setting as JSON. */
export async function sessionsLimit(args: string[]): Promise<string> {
  const { values, positionals } = parse(args, ['GROUP_UID'], {
    idle: { type: 'string' },
    absolute: { type: 'string' },
  });
  const root = checkUid(positionals[0] ?? '', 'GROUP_UID');
  if (!isRootUid(root)) throw new UsageError('GROUP_UID must be the root group of an organization');
  if ((await committed.get('Group', root)) === null) throw notFound('Group', root);
  const current = await sessionLimitsOf(root);
  const absolute =
    secondsOf('--absolute', values.absolute, 300, MAX_ABSOLUTE_S) ?? current.absolute;
  const idle = secondsOf('--idle', values.idle, 60, absolute) ?? Math.min(current.idle, absolute);
  if (values.absolute !== undefined || values.idle !== undefined) {
    await setSessionLimits(root, { idle, absolute });
  }
  return JSON.stringify({ idle: `${idle}s`, absolute: `${absolute}s` });
}

/** @param text whole seconds, as in `3600s`. */
function secondsOf(
  option: string,
  text: string | undefined,
  least: number,
  most: number,
): number | undefined {
  if (text === undefined) return undefined;
  const seconds = /^\d{1,9}s$/.test(text) ? Number(text.slice(0, -1)) : 0;
  if (seconds >= least && seconds <= most) return seconds;
  throw new UsageError(`${option} must be ${least}s to ${most}s, not ${text}`);
}
