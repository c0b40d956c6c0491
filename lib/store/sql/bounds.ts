/** Where the rows of some areas lie between two positions, by where the blocks of their rankings begin. */
import type { Cursor } from '#lib/aip/page-token.ts';
import { listId } from '#lib/store/tables/orders.ts';
import { isRanked } from './area-reads.ts';
import type { AreaQuery, Place } from './area-reads.ts';
import type { Dialect } from './dialect.ts';
import { given } from './given.ts';
import { rowsOf } from './plan.ts';
import type { Plan } from './plan.ts';
import { comesBefore } from './row-order.ts';
import { kindOf } from './values.ts';

/** One end of where a position may be: how many rows of each area there are below it. */
export interface End {
  row: Cursor | null;
  ranks: readonly number[];
}

/** In ascending order. */
export type Ends = readonly [from: End, to: End];

/** Uids that would be before and after all others. */
export const BEFORE_ALL = '';
export const AFTER_ALL = '~';

/** A position before a block of an area, or before or after all of its rows. */
export interface Bound {
  /** The number of the area. */
  area: number;
  at: Cursor;
  /** How many rows there are from there to the next bound of the area; 0 if it is the first one. */
  count: number;
  /** Whether it is before all rows of the area. */
  isFirst: boolean;
}

/** The blocks of a level, and where the rows of each area begin and end. */
export function* boundsOf(
  dialect: Dialect,
  places: readonly Place[],
  query: AreaQuery,
  level: 0 | 1,
  ends: Ends,
): Plan<Bound[]> {
  const areas = new Map(places.map(({ id }, area) => [id, area]));
  const ranked = places.filter((place) => isRanked(place, query));
  const kind = kindOf(query.type, query.order.column);
  const bounds: Bound[] = [];
  const add = ({ place, key }: Begin, uid: string, count: number, isFirst = false) => {
    const area = areas.get(place);
    if (area === undefined || key === null) return;
    bounds.push({ area, at: { value: dialect.fromKey(key, kind), uid }, count, isFirst });
  };
  for (const { place, first, last } of yield* outermostOf(dialect, ranked, query)) {
    add({ place, key: first }, BEFORE_ALL, 0, true);
    add({ place, key: last }, AFTER_ALL, 0);
  }
  for (const block of yield* blocksOf(dialect, ranked, query, level, ends)) {
    add(block, BEFORE_ALL, block.count);
  }
  return bounds.sort((a, b) => (comesBefore(a.at, b.at) ? -1 : 1));
}

interface Begin {
  place: number;
  key: unknown;
}

interface Block extends Begin {
  count: number;
}

/** But for the first block of each ranking, which begins before all values. */
function* blocksOf(
  dialect: Dialect,
  places: readonly Place[],
  { type, order }: AreaQuery,
  level: 0 | 1,
  [{ row: from }, { row: to }]: Ends,
): Plan<readonly Block[]> {
  const params: unknown[] = [dialect.list(places.map(({ id }) => id))];
  params.push(listId(type, order.column), level);
  if (from !== null) params.push(dialect.toKey(from.value));
  if (to !== null) params.push(dialect.toKey(to.value));
  return yield* rowsOf<Block>(
    `SELECT "place", "key", "count" FROM "RankingBlock"
     WHERE ${dialect.isListed('"place"', 'integer')} AND "list" = ${given('integer')}
     AND "level" = ${given('integer')} AND "key" > ${from === null ? dialect.lowestKey : '?'}
     ${to === null ? '' : 'AND "key" < ?'}`,
    params,
  );
}

interface Outermost {
  place: number;
  first: unknown;
  last: unknown;
}

function* outermostOf(
  dialect: Dialect,
  places: readonly Place[],
  { type, order }: AreaQuery,
): Plan<readonly Outermost[]> {
  const end = (direction: string) => `(SELECT "key" FROM "Ranking"
      WHERE "place" = v."value" AND "list" = ${given('integer')}
      ORDER BY "key" ${direction}, "tail" ${direction} LIMIT 1)`;
  const list = listId(type, order.column);
  return yield* rowsOf<Outermost>(
    `SELECT v."value" AS "place", ${end('ASC')} AS "first", ${end('DESC')} AS "last"
     FROM ${dialect.listSource('v', 'integer')}`,
    [list, list, dialect.list(places.map(({ id }) => id))],
  );
}

export const isBetween = (row: Cursor, [from, to]: Ends): boolean =>
  (from.row === null || comesBefore(from.row, row)) &&
  (to.row === null || comesBefore(row, to.row));
