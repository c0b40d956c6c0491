import { notFound } from '#lib/aip/errors.ts';
import {
  MAX_ABSOLUTE_S,
  sessionLimitsOf,
  setSessionLimits,
} from '#lib/auth/sessions/session-limits.ts';
import { committed } from '#lib/store/store.ts';
import { parse, rootGroup, secondsOf } from './usage.ts';

/** Sets how long sessions of an organization last, and prints the setting as JSON. */
export async function sessionsLimit(args: string[]): Promise<string> {
  const { values, positionals } = parse(args, ['GROUP_UID'], {
    idle: { type: 'string' },
    absolute: { type: 'string' },
  });
  const root = rootGroup(positionals[0]);
  if ((await committed.get('Group', root)) === null) throw notFound('Group', root);
  const current = await sessionLimitsOf(root);
  const absolute =
    values.absolute === undefined
      ? current.absolute
      : secondsOf('--absolute', values.absolute, 300, MAX_ABSOLUTE_S);
  const idle =
    values.idle === undefined
      ? Math.min(current.idle, absolute)
      : secondsOf('--idle', values.idle, 60, absolute);
  if (values.absolute !== undefined || values.idle !== undefined) {
    await setSessionLimits(root, { idle, absolute });
  }
  return JSON.stringify({ idle: `${idle}s`, absolute: `${absolute}s` });
}
