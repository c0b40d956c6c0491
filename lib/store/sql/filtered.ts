/**
 * Lists what has some of a column's values below groups. In the order of that column these lie
 * together, as its ranking counts them. Where many rows have them, it walks in its own order until the page is full. Otherwise it
 * would sort everything that matches, for each page.
 *
 * @see docs/decisions/059-filters-by-counts.md
 */
import type { ResourceType } from '#lib/resources/define.ts';
import type { RowOf } from '#lib/resources/rows.ts';
import type { Page } from '#lib/store/handles.ts';
import { all, isIn } from '#lib/store/predicates.ts';
import type { Predicate } from '#lib/store/predicates.ts';
import type { AreaQuery, Place } from './area-reads.ts';
import { entriesOf, listAreas, placesOf } from './areas.ts';
import type { Dialect } from './dialect.ts';
import { totalOfKinds } from './kind-totals.ts';
import type { Plan } from './plan.ts';
import { MOST_PLACES } from './positions.ts';
import { runsOf, startOfRun } from './runs.ts';
import type { Run } from './runs.ts';
import { selectAll, selectMatching, selectPage, selectTotal } from './select.ts';

/** Up to so many rows in the groups are looked through, which is quicker than to count. */
export const FEW = 1_000;
/** Entries to read at once: each is looked at, so that a guess that is wrong costs little. */
const MOST_AT_ONCE = 2_000;
/** Walking so many rows takes as long as finding and sorting one. */
const WALKED_FOR_ONE = 3;
/** A guess at how many rows it takes to fill a page is often too small by some. */
const MORE = 1.2;

export interface FilteredQuery extends AreaQuery {
  /** What rows in the areas have to meet … */
  filter: Predicate;
  /** … and the same with the areas. */
  where: Predicate;
}

/** @returns null where there are so few rows that it is quicker to look through them. */
export function* listFiltered<Type extends ResourceType>(
  dialect: Dialect,
  type: Type,
  query: FilteredQuery,
  few = FEW,
): Plan<Page<RowOf<Type>> | null> {
  const places = yield* placesOf(dialect, type, query.areas);
  if (places === null || places.length > MOST_PLACES) return null;
  const size = places.reduce((sum, place) => sum + place.size, 0);
  if (size <= few) return null;
  const total =
    (yield* totalOfKinds(dialect, type, places, query.filter)) ??
    (yield* varying(selectTotal(dialect, type, query.where)));
  if (total === 0 || (query.cursor === null && query.skip >= total)) return { rows: [], total };
  const runs = yield* runsOf(dialect, places, query);
  if (runs !== null) return { rows: yield* inRuns(dialect, type, places, query, runs), total };
  const rows = yield* walked(dialect, type, places, query, { total, size });
  if (rows !== null) return { rows, total };
  const narrow = yield* narrowest(dialect, places, query);
  const where = narrow === null ? query.where : all(isIn('uid', narrow), query.filter);
  const page = selectPage(dialect, type, { ...query, where, isMetered: true });
  return { rows: yield* varying(page), total };
}

/** What one of several filters finds, if it is little: no index of the table may be by that one. */
function* narrowest(
  dialect: Dialect,
  places: readonly Place[],
  query: FilteredQuery,
): Plan<string[] | null> {
  const { filter } = query;
  const parts = filter.kind === 'all' ? filter.of : [filter];
  for (const part of parts) {
    if (part.kind !== 'in') continue;
    const order = { column: part.column, descending: false };
    const byColumn = { ...query, filter: part, order, cursor: null, skip: 0 };
    const runs = yield* runsOf(dialect, places, byColumn);
    if (runs === null || lengthOf(runs) > MOST_AT_ONCE) continue;
    const found: string[] = [];
    for (const run of runs) {
      const start = yield* startOfRun(dialect, places, byColumn, run);
      if (start === null) continue;
      const asked = { ...byColumn, cursor: start.cursor, limit: start.rest };
      for (const { uid } of yield* entriesOf(dialect, places, asked)) found.push(uid);
    }
    return found;
  }
  return null;
}

const lengthOf = (runs: readonly Run[]) => runs.reduce((sum, { from, to }) => sum + to - from, 0);

/** Which index is the best depends on the filter. */
function* varying<T>(plan: Plan<T>): Plan<T> {
  let step = plan.next();
  while (step.done !== true) step = plan.next(yield { ...step.value, isFixed: false });
  return step.value;
}

/** In the order of the filtered column, one value comes after the other. */
function* inRuns<Type extends ResourceType>(
  dialect: Dialect,
  type: Type,
  places: readonly Place[],
  query: FilteredQuery,
  runs: readonly Run[],
): Plan<RowOf<Type>[]> {
  const { descending } = query.order;
  const rows: RowOf<Type>[] = [];
  let { skip } = query;
  for (const run of descending ? runs.toReversed() : runs) {
    const limit = query.limit - rows.length;
    const start = limit === 0 ? null : yield* startOfRun(dialect, places, query, run);
    if (start === null) continue;
    const rest = start.rest - skip;
    if (rest > 0) {
      const part = { ...query, cursor: start.cursor, skip, limit: Math.min(limit, rest) };
      rows.push(...((yield* listAreas(dialect, type, part))?.rows ?? []));
    }
    skip = Math.max(0, -rest);
  }
  return rows;
}

/**
 * Goes through the areas in the order of the list.
 *
 * @param counts how many rows match, and how many there are.
 * @returns null where that takes longer than sorting all that match.
 */
function* walked<Type extends ResourceType>(
  dialect: Dialect,
  type: Type,
  places: readonly Place[],
  query: FilteredQuery,
  { total, size }: { total: number; size: number },
): Plan<RowOf<Type>[] | null> {
  const expected = Math.ceil((MORE * (query.skip + query.limit) * size) / total);
  const limit = Math.min(expected, MOST_AT_ONCE);
  const found: string[] = [];
  let { cursor, skip } = query;
  // Where those that match lie together, it takes more than expected.
  for (let left = WALKED_FOR_ONE * total; found.length < query.limit; left -= limit) {
    if (Math.min(expected, size) > left) return null;
    const entries = yield* entriesOf(dialect, places, { ...query, cursor, skip: 0, limit });
    const uids = entries.map(({ uid }) => uid);
    const matching = yield* selectMatching(dialect, type, uids, query.filter);
    found.push(...matching.slice(skip, skip + query.limit - found.length));
    skip = Math.max(0, skip - matching.length);
    cursor = entries.at(-1) ?? cursor;
    if (entries.length < limit) break;
  }
  return yield* selectAll(dialect, type, found);
}
