/** How a list is read that has other conditions than its place. */
import type { ResourceType } from '#lib/resources/define.ts';
import type { Place } from '#lib/store/handles.ts';
import type { Predicate } from '#lib/store/predicates.ts';
import type { Dialect } from './dialect.ts';
import type { Plan } from './plan.ts';
import { sizeOf } from './tallies.ts';

/** Looking for a text in a row takes as long as comparing so many rows. */
const TEXT = 2;

/** A row found by an index takes as long as so many rows in their order on the disk. */
const ROWS_FOR_A_LOOKUP = 4;

export interface Search {
  /** What to read with. Where groups hold most of a table, it reads that in its order on the disk. */
  dialect: Dialect;
  /** How many rows may have to be looked at; undefined for a server, which decides by itself. */
  cost?: number;
}

export function* searchFor(
  dialect: Dialect,
  type: ResourceType,
  { where, place = null }: { where: Predicate; place?: Place | null },
): Plan<Search> {
  if (dialect.isRemote) return { dialect };
  const { rows, all } = yield* sizeOf(dialect, type, place ?? NOWHERE);
  const most = place === null ? yield* boundOf(dialect, type, where) : rows;
  const filters = leavesOf(where).filter((leaf) => !isPlace(leaf));
  const isSearch = filters.length > 0 && filters.every(isText);
  const isMost = most !== null && most * ROWS_FOR_A_LOOKUP >= all;
  return {
    dialect: isSearch && isMost ? (dialect.scanning ?? dialect) : dialect,
    cost: costOf(most ?? all, where),
  };
}

const NOWHERE: Place = { parent: null, subtrees: [] };

/** As many rows without texts take as long to filter. */
export const costOf = (rows: number, where: Predicate): number =>
  rows * (1 + TEXT * leavesOf(where).filter(isText).length);

const isText = ({ kind }: Predicate): boolean => kind === 'contains' || kind === 'aliasContains';

function leavesOf(where: Predicate): Predicate[] {
  if (where.kind === 'not') return leavesOf(where.of);
  const isJoined = where.kind === 'all' || where.kind === 'any';
  return isJoined ? where.of.flatMap(leavesOf) : [where];
}

const isPlace = (leaf: Predicate): boolean =>
  leaf.kind === 'below' || (leaf.kind === 'is' && PLACES.has(leaf.column));

const PLACES = new Set(['uid', 'parent']);

/** How many rows a condition names, or the groups that it names hold; null if it names none. */
function* boundOf(dialect: Dialect, type: ResourceType, where: Predicate): Plan<number | null> {
  switch (where.kind) {
    case 'below':
      return yield* sizeBelow(dialect, type, [where.uid]);
    case 'is':
    case 'in': {
      const values = where.kind === 'is' ? [where.value] : where.values;
      if (where.column === 'uid') return values.length;
      return where.column === 'parent' ? yield* sizeWithin(dialect, type, values) : null;
    }
    case 'any': {
      const parts = alternatives(where);
      const groups = parts.flatMap((part) => (part.kind === 'below' ? [part.uid] : []));
      let sum = yield* sizeBelow(dialect, type, groups);
      for (const part of parts.filter(({ kind }) => kind !== 'below')) {
        const size = yield* boundOf(dialect, type, part);
        if (size === null) return null;
        sum += size;
      }
      return sum;
    }
    case 'all': {
      let least: number | null = null;
      for (const part of where.of) {
        const size = yield* boundOf(dialect, type, part);
        if (size !== null && (least === null || size < least)) least = size;
      }
      return least;
    }
    default:
      return null;
  }
}

const alternatives = (where: Predicate): Predicate[] =>
  where.kind === 'any' ? where.of.flatMap(alternatives) : [where];

function* sizeBelow(dialect: Dialect, type: ResourceType, uids: readonly string[]): Plan<number> {
  if (uids.length === 0) return 0;
  const subtrees = uids.map((uid) => ({ uid, withSelf: false }));
  return (yield* sizeOf(dialect, type, { parent: null, subtrees })).rows;
}

function* sizeWithin(
  dialect: Dialect,
  type: ResourceType,
  parents: readonly unknown[],
): Plan<number> {
  let sum = 0;
  for (const parent of parents) {
    // The built-in roles have none.
    if (typeof parent !== 'string') continue;
    sum += (yield* sizeOf(dialect, type, { parent, subtrees: null })).rows;
  }
  return sum;
}
