/**
 * One page of a list and its total. A list of the rows of a place walks an index in its order or
 * sorts the place, as kept counts say. The engine plans any other one by itself.
 *
 * @see docs/decisions/064-a-list-walks-or-sorts.md
 */
import type { ResourceType } from '#lib/resources/define.ts';
import type { RowOf } from '#lib/resources/rows.ts';
import type { Order, Page, PageQuery, Place } from '#lib/store/handles.ts';
import type { Dialect } from './dialect.ts';
import { costFor, costOf, rowsOf } from './cost.ts';
import { isJoined } from './joined-column.ts';
import { sorted, walked, type ListQuery } from './lists.ts';
import type { Plan } from './plan.ts';
import { selectCount, selectListed, selectPage, type Found } from './select.ts';
import { sizeOf, type Size } from './tallies.ts';

/** Costs relative to filtering one row: stepping over an entry of an index, and reading and sorting a row. */
const ENTRY = 1 / 16;
const SORTED = 1 / 8;

/** A walk may find nothing, so it is tried only if it is expected to cost at most this share of sorting. */
const IN_VAIN = 1 / 4;

export function* readPage<Type extends ResourceType>(
  dialect: Dialect,
  type: Type,
  query: PageQuery,
): Plan<Page<RowOf<Type>>> {
  const { where, filter } = query;
  const place = listedPlace(query);
  if (place === null) {
    const cost = yield* costFor(dialect, type, query);
    const found = yield* selectPage(dialect, type, query, cost);
    const total = totalOf(query, found) ?? (yield* selectCount(dialect, type, where, { cost }));
    return { ...found, total };
  }
  const size = yield* sizeOf(dialect, type, place);
  if (filter === undefined) {
    const known = { place, size, total: size.rows, cost: 0 };
    return { ...(yield* readPlace(dialect, type, query, known)), total: size.rows };
  }
  const cost = yield* costOf(dialect, type, { where, rows: size.rows, among: rowsOf(place) });
  const total = yield* selectCount(dialect, type, where, { cost });
  return { ...(yield* readPlace(dialect, type, query, { place, size, total, cost })), total };
}

/** Whether the indexes to read are the same for all places, so that a server need not plan it again. */
export const isFixed = (query: PageQuery): boolean =>
  query.filter === undefined && query.place !== null;

/** Null where an index of the filter may find the rows sooner than the place. */
const listedPlace = ({ place, filter, isBroad = false, isCounted = true }: PageQuery) =>
  filter === undefined || (isBroad && isCounted) ? place : null;

/** If no row is deeper, the children of a group are all rows below it. */
function whole({ place, size }: Known): Place {
  if (place.parent === null || size.rows !== size.below) return place;
  return { parent: null, subtrees: [{ uid: place.parent, withSelf: false }] };
}

/** How many rows there are, where a page shows it by ending before its limit; 0 where nobody asks. */
function totalOf(
  { cursor, skip, limit, isCounted = true }: PageQuery,
  { rows: { length: found }, isCut = false }: Found<ResourceType>,
): number | undefined {
  if (!isCounted) return 0;
  const isLast = cursor === null && !isCut && found < limit && (found > 0 || skip === 0);
  return isLast ? skip + found : undefined;
}

interface Known {
  place: Place;
  size: Size;
  total: number;
  /** What filtering all rows of the place costs, in rows. */
  cost: number;
}

function* readPlace<Type extends ResourceType>(
  dialect: Dialect,
  type: Type,
  query: PageQuery,
  known: Known,
): Plan<Found<Type>> {
  const { order, cursor, skip, limit, filter = null } = query;
  const left = cursor === null ? known.total - skip : known.total;
  if (left <= 0) return { rows: [] };
  const place = whole(known);
  const isAll = known.size.rows === known.size.all;
  const list: ListQuery = { type, place, isAll, filter, order, cursor, skip, limit };
  for (const { bound, cost } of walksOf(dialect, list, known)) {
    const found = yield* selectListed(dialect, type, walked(dialect, list, bound), order, cost);
    const { rows, isCut = false } = found;
    if (bound === null || isCut || rows.length === Math.min(limit, left)) return found;
  }
  if (filter !== null) {
    return yield* selectPage(dialect, type, query, known.cost);
  }
  return yield* selectListed(dialect, type, sorted(dialect, list), order, sortCost(known, order));
}

/** A related row of each is looked up before they are sorted by it. */
const sortCost = ({ total }: Known, { column }: Order) =>
  total * (isJoined(column) ? 1 + SORTED : SORTED);

interface Walk {
  bound: number | null;
  /** As many rows take as long to filter as this walk may take. */
  cost: number;
}

/** The walks to try one after the other; none where sorting is expected to take less. */
function walksOf(dialect: Dialect, list: ListQuery, { size, total, cost }: Known): Walk[] {
  const { place, order, skip, limit } = list;
  if (isJoined(order.column)) return [];
  // The uids of one place are next to each other.
  const isOne = place.subtrees === null || place.subtrees.length === 1;
  const all = order.column === 'uid' && isOne ? size.below : size.all;
  const each = ENTRY + cost / all;
  const entries = (Math.min(skip + limit, total) * all) / total;
  const most = total * SORTED;
  const isShorter = all * each <= most;
  if (!isShorter && entries * each > IN_VAIN * most) return [];
  const bound = isShorter ? null : Math.ceil(Math.max(2 * entries, (IN_VAIN * most) / each));
  const walk = { bound, cost: (bound ?? all) * each };
  // What cannot be given up walks a part first. That is enough unless the rows are far behind.
  const start = Math.floor(dialect.most / each);
  if (walk.cost <= dialect.most || entries > start) return [walk];
  return [{ bound: start, cost: start * each }, walk];
}
