/**
 * The rows of some areas with the same value of a column lie together in the order of that column.
 * Where they begin and end follows from what rankings count.
 */
import type { Cursor } from '#lib/aip/page-token.ts';
import type { Predicate, Value } from '#lib/store/predicates.ts';
import { keptBy } from '#lib/store/tables/orders.ts';
import type { AreaQuery, Place } from './area-reads.ts';
import { AFTER_ALL, BEFORE_ALL } from './bounds.ts';
import type { Dialect } from './dialect.ts';
import type { Plan } from './plan.ts';
import { ranksOf } from './ranks.ts';
import { comesBefore } from './row-order.ts';

export interface Run {
  value: string | number;
  /** How many rows of all areas come before its first one, and up to its last one. */
  from: number;
  to: number;
}

/** Others are stored in another form. */
const isOrdered = (value: Value): value is string | number =>
  typeof value === 'string' || typeof value === 'number';

/** The runs of the values in their order; null if the filter is not of the column of the list's order. */
export function* runsOf(
  dialect: Dialect,
  places: readonly Place[],
  query: AreaQuery & { filter: Predicate },
): Plan<Run[] | null> {
  const { filter, type, order } = query;
  const only = filter.kind === 'all' && filter.of.length === 1 ? filter.of[0] : filter;
  const { column } = order;
  if (only?.kind !== 'in' || only.column !== column || !keptBy(type, column)) return null;
  const values = [...new Set(only.values)].filter(isOrdered);
  if (values.length < new Set(only.values).size) return null;
  values.sort((a, b) => (comesBefore({ value: a, uid: '' }, { value: b, uid: '' }) ? -1 : 1));
  const byColumn = { ...query, order: { column, descending: false } };
  const runs: Run[] = [];
  for (const value of values) {
    const from = yield* rankOf(dialect, places, byColumn, { value, uid: BEFORE_ALL });
    const to = yield* rankOf(dialect, places, byColumn, { value, uid: AFTER_ALL });
    runs.push({ value, from, to });
  }
  return runs;
}

function* rankOf(
  dialect: Dialect,
  places: readonly Place[],
  query: AreaQuery,
  position: Cursor,
  sign: '<' | '<=' = '<',
): Plan<number> {
  const ranks = yield* ranksOf(dialect, places, query, sign, position);
  return ranks.reduce((sum, rank) => sum + rank, 0);
}

/**
 * Where a page goes on within a run, and how many rows there are from there to its end in the
 * direction of the list; null if all of it is before the cursor.
 */
export function* startOfRun(
  dialect: Dialect,
  places: readonly Place[],
  query: AreaQuery,
  { value, from, to }: Run,
): Plan<{ cursor: Cursor; rest: number } | null> {
  const { descending } = query.order;
  const { cursor } = query;
  if (cursor === null || cursor.value !== value) {
    const edge = { value, uid: descending ? AFTER_ALL : BEFORE_ALL };
    const isBehind = cursor !== null && comesBefore(edge, cursor) !== descending;
    return isBehind || to === from ? null : { cursor: edge, rest: to - from };
  }
  const at = yield* rankOf(dialect, places, query, cursor, descending ? '<' : '<=');
  const rest = descending ? at - from : to - at;
  return rest === 0 ? null : { cursor, rest };
}
