import { checkUid } from '#lib/aip/uid.ts';
import { isLimitName, LIMIT_NAMES } from '#lib/resources/resource-limits.ts';
import type { LimitName } from '#lib/resources/resource-limits.ts';
import { changeLimits, limitsFor } from '#lib/service/groups/limits.ts';
import { parseList, UsageError } from './usage.ts';

/** The largest int32, which is what the API shows. */
const MOST = 2_147_483_647;

/** Sets limits of a group, and prints those that count for it. */
export async function limitsSet(args: string[]): Promise<object> {
  const { uid, rest } = read(args);
  if (rest.length === 0) throw new UsageError('LIMIT=N is missing');
  await changeLimits(uid, new Map(rest.map(settingOf)));
  return shown(uid);
}

/** Prints the limits that count for a group as JSON. */
export async function limitsShow(args: string[]): Promise<object> {
  const { uid, rest } = read(args);
  if (rest[0] !== undefined) throw new UsageError(`unexpected argument ${rest[0]}`);
  return shown(uid);
}

/** Removes limits of a group, and prints those that still count for it. */
export async function limitsUnset(args: string[]): Promise<object> {
  const { uid, rest } = read(args);
  const names = rest.length === 0 ? LIMIT_NAMES : rest.map(nameOf);
  await changeLimits(uid, new Map(names.map((name) => [name, null])));
  return shown(uid);
}

function read(args: string[]): { uid: string; rest: string[] } {
  const { positionals } = parseList(args, 'GROUP_UID', {});
  const [uid = '', ...rest] = positionals;
  return { uid: checkUid(uid, 'GROUP_UID'), rest };
}

function nameOf(text: string): LimitName {
  if (isLimitName(text)) return text;
  throw new UsageError(`there is no limit ${text}, only ${LIMIT_NAMES.join(', ')}`);
}

/** @param text such as `identities=200`. */
function settingOf(text: string): [LimitName, number] {
  const [, name = '', digits = ''] = /^([a-z]*)=(\d{1,10})$/.exec(text) ?? [];
  const most = Number(digits);
  if (digits === '' || most > MOST) {
    throw new UsageError(`a limit is set as identities=200, up to ${MOST}, not as ${text}`);
  }
  return [nameOf(name), most];
}

async function shown(uid: string): Promise<object> {
  const rooms = await limitsFor(uid);
  return rooms.map(({ group, limit, most, used }) => ({ group, limit, most, used }));
}
