/**
 * The two ways to a page of the rows of a place, as selects of uids that both engines understand.
 *
 * @see docs/decisions/064-a-list-walks-or-sorts.md
 */
import type { Cursor } from '#lib/aip/page-token.ts';
import { belowRange } from '#lib/aip/uid.ts';
import type { ResourceType } from '#lib/resources/define.ts';
import type { Order, Place, Subtree } from '#lib/store/handles.ts';
import type { Predicate } from '#lib/store/predicates.ts';
import type { Dialect } from './dialect.ts';
import { isJoined, orderKey } from './joined-column.ts';
import { after, directed, keysOf } from './order.ts';
import { joined, type Part } from './plan.ts';
import { PART } from './select.ts';
import { inSubtree } from './tallies.ts';
import { given, kindOf } from './values.ts';
import { toCondition } from './where.ts';

export interface ListQuery {
  type: ResourceType;
  place: Place;
  /** Whether all rows of the table are in the place. */
  isAll: boolean;
  /** Which of the rows of the place. */
  filter: Predicate | null;
  order: Order;
  cursor: Cursor | null;
  skip: number;
  limit: number;
}

const and = (parts: readonly Part[]): Part => joined(parts, 'AND');

/**
 * Reads the place and sorts it. Its keys are in a form that no index has, or an engine might walk
 * through the whole table instead.
 */
export function sorted(dialect: Dialect, query: ListQuery): Part {
  const { type, place, order, cursor, skip, limit } = query;
  const keys = keysOf(order, (name) =>
    isJoined(name)
      ? orderKey(dialect, type, name)
      : dialect.unindexed(`t."${name}"`, kindOf(type, name)),
  );
  const { source, where } = rowsIn(dialect, type, place);
  const rest = and([...where, { sql: dialect.sampled, params: [] }, ...after(keys, order, cursor)]);
  return {
    sql: `SELECT t."${dialect.key}" AS "key", t."uid", ${orderKey(dialect, type, order.column)} AS "value" FROM ${source.sql}
      WHERE ${rest.sql} ORDER BY ${directed(keys, order)}${PART}`,
    params: [...source.params, ...rest.params, limit, skip],
  };
}

function rowsIn(
  dialect: Dialect,
  type: ResourceType,
  place: Place,
): { source: Part; where: Part[] } {
  if (place.subtrees === null) {
    const children = { sql: `t."parent" = ${given('text')}`, params: [place.parent] };
    return { source: { sql: `"${type}" AS t`, params: [] }, where: [children] };
  }
  const range = inSubtree({ withSelf: hasSelf(place.subtrees) });
  const groups = dialect.list(place.subtrees.map(({ uid }) => uid));
  return { source: { sql: dialect.forEach('text', type, range), params: [groups] }, where: [] };
}

/**
 * Walks through the index in the order of the list, and takes the entries of the place.
 *
 * @param bound up to so many entries; null for all.
 */
export function walked(dialect: Dialect, query: ListQuery, bound: number | null): Part {
  const { order, skip, limit } = query;
  // Neither engine moves a condition into a subquery that has a limit, or gives its rows in another
  // order.
  const entries = entriesOf(dialect, query);
  const taken = and([placed(dialect, query), ...matching(dialect, query)]);
  return {
    sql: `SELECT w."key", w."uid", w."value" FROM (
        SELECT t."${dialect.key}" AS "key", t."uid", t."${order.column}" AS "value" FROM ${entries.sql} LIMIT ${given('bigint')}) AS w
      WHERE ${taken.sql}${PART}`,
    params: [...entries.params, bound ?? MOST, ...taken.params, limit, skip],
  };
}

const MOST = Number.MAX_SAFE_INTEGER;

function entriesOf(dialect: Dialect, query: ListQuery): Part {
  const { type, order, cursor } = query;
  const keys = keysOf(order, (name) => `t."${name}"`);
  const from = order.column === 'uid' ? [uidsOf(query)] : after(keys, order, cursor);
  const where = and([...from, { sql: dialect.sampled, params: [] }]);
  return {
    sql: `"${type}" AS t WHERE ${where.sql} ORDER BY ${directed(keys, order)}`,
    params: where.params,
  };
}

/**
 * The part of the order by uid that a list is in. With one bound on each side: of two, SQLite may
 * begin at the one that is further away.
 */
function uidsOf({ place, order, cursor }: ListQuery): Part {
  const ranges = place.subtrees?.map(rangeOf) ?? [
    rangeOf({ uid: place.parent ?? '', withSelf: false }),
  ];
  const first = ranges.reduce((least, { from }) => (from < least ? from : least), '~');
  const last = ranges.reduce((most, { before }) => (before > most ? before : most), '');
  if (cursor !== null && !order.descending && cursor.uid >= first) {
    return {
      sql: `t."uid" > ${given('text')} AND t."uid" < ${given('text')}`,
      params: [cursor.uid, last],
    };
  }
  const end = cursor !== null && order.descending && cursor.uid < last ? cursor.uid : last;
  return {
    sql: `t."uid" >= ${given('text')} AND t."uid" < ${given('text')}`,
    params: [first, end],
  };
}

function rangeOf({ uid, withSelf }: Subtree): { from: string; before: string } {
  const { after: from, before } = belowRange(uid);
  return { from: withSelf ? uid : from, before };
}

const hasSelf = (subtrees: readonly Subtree[]) => subtrees[0]?.withSelf === true;

/** Which entries of a walk are in the place. */
function placed(dialect: Dialect, { place, isAll }: ListQuery): Part {
  if (isAll) return { sql: 'TRUE', params: [] };
  if (place.subtrees === null) {
    const length = place.parent.length + SEGMENT;
    const whereChild = { sql: `length(w."uid") = ${given('integer')}`, params: [length] };
    return and([within(rangeOf({ uid: place.parent, withSelf: false })), whereChild]);
  }
  const [only, ...others] = place.subtrees;
  if (only !== undefined && others.length === 0) return within(rangeOf(only));
  return belowSome(dialect, place.subtrees);
}

/** The length of a slash and the last part of a uid. */
const SEGMENT = 17;

const within = ({ from, before }: ReturnType<typeof rangeOf>): Part => ({
  sql: `w."uid" >= ${given('text')} AND w."uid" < ${given('text')}`,
  params: [from, before],
});

/** Each entry is looked up by the part of its uid that is as long as those of the groups. */
function belowSome(dialect: Dialect, subtrees: readonly Subtree[]): Part {
  const byLength = Map.groupBy(subtrees, (subtree) => subtree.uid.length);
  const parts = [...byLength].map(([length, some]): Part => {
    const listed = `SELECT v."value" FROM ${dialect.listSource('v', 'text')}`;
    // As a value, so that PostgreSQL does not make a join of it, which has no order.
    const whereBelow = `(substr(w."uid", 1, ${length}) IN (${listed})) IS TRUE`;
    const others = hasSelf(subtrees) ? '' : ` AND length(w."uid") > ${length}`;
    return {
      sql: `${whereBelow}${others}`,
      params: [dialect.list(some.map((subtree) => subtree.uid))],
    };
  });
  return joined(parts, 'OR');
}

function matching(dialect: Dialect, { type, filter }: ListQuery): Part[] {
  if (filter === null) return [];
  const { sql, params } = toCondition(dialect, type, filter);
  const row = `SELECT 1 FROM "${type}" AS t WHERE t."uid" = w."uid" AND ${dialect.metered(sql)}`;
  return [{ sql: `(${row}) = 1`, params: [...params] }];
}
