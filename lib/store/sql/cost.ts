/** How many rows a read may have to look at that has other conditions than its place. */
import type { ResourceType } from '#lib/resources/define.ts';
import type { Place } from '#lib/store/handles.ts';
import type { Predicate } from '#lib/store/predicates.ts';
import type { Dialect } from './dialect.ts';
import type { Plan } from './plan.ts';
import { sizeOf } from './tallies.ts';

/** Looking for a text in a row takes as long as comparing so many rows. */
const TEXT = 2;

/** Undefined for a server, which decides by itself. */
export function* costFor(
  dialect: Dialect,
  type: ResourceType,
  { where, place = null }: { where: Predicate; place?: Place | null },
): Plan<number | undefined> {
  if (dialect.isRemote) return undefined;
  const { rows, all } = yield* sizeOf(dialect, type, place ?? NOWHERE);
  const named = place === null ? yield* namedBy(dialect, type, where) : rows;
  return costOf(Math.min(named, all), where);
}

const NOWHERE: Place = { parent: null, subtrees: [] };

/** As many rows without texts take as long to filter. */
export const costOf = (rows: number, where: Predicate): number =>
  rows * (1 + TEXT * textsIn(where));

function textsIn(where: Predicate): number {
  if (where.kind === 'not') return textsIn(where.of);
  if (where.kind !== 'all' && where.kind !== 'any') return isText(where) ? 1 : 0;
  return where.of.reduce((sum, part) => sum + textsIn(part), 0);
}

const isText = ({ kind }: Predicate): boolean => kind === 'contains' || kind === 'aliasContains';

/** How many rows a condition names by their uids, or by the group that they are below. */
function* namedBy(dialect: Dialect, type: ResourceType, where: Predicate): Plan<number> {
  if (where.kind === 'in' && where.column === 'uid') return where.values.length;
  if (where.kind === 'below') {
    const subtrees = [{ uid: where.uid, withSelf: false }];
    return (yield* sizeOf(dialect, type, { parent: null, subtrees })).rows;
  }
  let least = Infinity;
  for (const part of where.kind === 'all' ? where.of : []) {
    least = Math.min(least, yield* namedBy(dialect, type, part));
  }
  return least;
}
