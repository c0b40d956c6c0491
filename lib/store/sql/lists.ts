/**
 * The two ways to a page of what is in some place, as selects of uids that both engines understand.
 *
 * @see docs/decisions/064-a-list-walks-or-sorts.md
 */
import type { Cursor } from '#lib/aip/page-token.ts';
import { belowRange } from '#lib/aip/uid.ts';
import type { ResourceType } from '#lib/resources/define.ts';
import type { Area, Order } from '#lib/store/handles.ts';
import type { Predicate } from '#lib/store/predicates.ts';
import type { Dialect } from './dialect.ts';
import { given } from './given.ts';
import { PART } from './select.ts';
import type { Part } from './select.ts';
import { inArea } from './tallies.ts';
import type { Place } from './tallies.ts';
import { kindOf } from './values.ts';
import { toCondition } from './where.ts';

export interface ListQuery {
  type: ResourceType;
  place: Place;
  /** Which of the rows of the place. */
  filter: Predicate | null;
  order: Order;
  cursor: Cursor | null;
  skip: number;
  limit: number;
}

const and = (parts: readonly Part[]): Part => ({
  sql: parts.map(({ sql }) => `(${sql})`).join(' AND '),
  params: parts.flatMap(({ params }) => params),
});

/** What a list is ordered by: the column, and the uid, which breaks ties. */
function keysOf({ column }: Order, key: (name: string) => string): string[] {
  return (column === 'uid' ? ['uid'] : [column, 'uid']).map(key);
}

const directed = (keys: readonly string[], { descending }: Order) =>
  keys.map((key) => `${key} ${descending ? 'DESC' : 'ASC'}`).join(', ');

function after(keys: readonly string[], { order, cursor }: ListQuery): Part[] {
  if (cursor === null) return [];
  const sign = order.descending ? '<' : '>';
  if (order.column === 'uid') return [{ sql: `${keys[0]} ${sign} ?`, params: [cursor.uid] }];
  return [{ sql: `(${keys.join(', ')}) ${sign} (?, ?)`, params: [cursor.value, cursor.uid] }];
}

/**
 * Reads the place and sorts it. Its keys are in a form that no index has, or an engine might walk
 * through the whole table instead.
 */
export function sorted(dialect: Dialect, query: ListQuery): Part {
  const { type, place, order, skip, limit } = query;
  const keys = keysOf(order, (name) => dialect.unindexed(`t."${name}"`, kindOf(type, name)));
  const [source, where, param] =
    place.areas === null
      ? ['', `t."parent" = ${given('text')}`, place.parent]
      : [
          `${dialect.listSource('v', 'text')} CROSS JOIN `,
          inArea({ withSelf: hasSelf(place.areas) }),
          dialect.list(place.areas.map(({ uid }) => uid)),
        ];
  const rest = and([
    { sql: where, params: [param] },
    { sql: dialect.sampled('row'), params: [] },
    ...after(keys, query),
  ]);
  return {
    sql: `SELECT t."uid", t."${order.column}" AS "value" FROM ${source}"${type}" AS t
      WHERE ${rest.sql} ORDER BY ${directed(keys, order)}${PART}`,
    params: [...rest.params, limit, skip],
  };
}

/**
 * Walks up to `bound` entries of the index in the order of the list, and takes those of the place.
 * Neither engine moves a condition into a subquery that has a limit, or gives its rows in another
 * order.
 */
export function walked(dialect: Dialect, query: ListQuery, bound: number): Part {
  const { order, skip, limit } = query;
  const entries = entriesOf(dialect, query);
  const taken = and([...placed(dialect, query), ...matching(dialect, query)]);
  return {
    sql: `SELECT w."uid", w."value" FROM (
        SELECT t."uid", t."${order.column}" AS "value" FROM ${entries.sql}
        LIMIT ${given('bigint')}) AS w
      WHERE ${taken.sql}${PART}`,
    params: [...entries.params, bound, ...taken.params, limit, skip],
  };
}

/** Whether there are more entries than the bound of a walk. */
export function beyond(dialect: Dialect, query: ListQuery, bound: number): Part {
  const entries = entriesOf(dialect, query);
  return {
    sql: `SELECT t."uid" FROM ${entries.sql}${PART}`,
    params: [...entries.params, 1, bound],
  };
}

function entriesOf(dialect: Dialect, query: ListQuery): Part {
  const { type, order } = query;
  const keys = keysOf(order, (name) => `t."${name}"`);
  const from = order.column === 'uid' ? [uidsOf(query)] : after(keys, query);
  const where = and([...from, { sql: dialect.sampled('entry'), params: [] }]);
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
  const ranges = place.areas?.map(rangeOf) ?? [
    rangeOf({ uid: place.parent ?? '', withSelf: false }),
  ];
  const first = ranges.reduce((least, { from }) => (from < least ? from : least), '~');
  const last = ranges.reduce((most, { before }) => (before > most ? before : most), '');
  if (cursor !== null && !order.descending && cursor.uid >= first) {
    return { sql: `t."uid" > ? AND t."uid" < ?`, params: [cursor.uid, last] };
  }
  const end = cursor !== null && order.descending && cursor.uid < last ? cursor.uid : last;
  return { sql: `t."uid" >= ? AND t."uid" < ?`, params: [first, end] };
}

function rangeOf({ uid, withSelf }: Area): { from: string; before: string } {
  const { after: from, before } = belowRange(uid);
  return { from: withSelf ? uid : from, before };
}

const hasSelf = (areas: readonly Area[]) => areas[0]?.withSelf === true;

/** Which entries `w` of a walk are in the place. */
function placed(dialect: Dialect, { place }: ListQuery): Part[] {
  if (place.areas === null) {
    const range = rangeOf({ uid: place.parent, withSelf: false });
    return [
      within(range),
      { sql: `length(w."uid") = ${given('integer')}`, params: [place.parent.length + SEGMENT] },
    ];
  }
  const [only, ...others] = place.areas;
  if (only !== undefined && others.length === 0) return [within(rangeOf(only))];
  return [belowSome(dialect, place.areas)];
}

/** The length of a slash and the last part of a uid. */
const SEGMENT = 17;

const within = ({ from, before }: { from: string; before: string }): Part => ({
  sql: `w."uid" >= ? AND w."uid" < ?`,
  params: [from, before],
});

/** Each entry is looked up by the part of its uid that is as long as those of the groups. */
function belowSome(dialect: Dialect, areas: readonly Area[]): Part {
  const byLength = Map.groupBy(areas, ({ uid }) => uid.length);
  const parts = [...byLength].map(([length, some]): Part => {
    const listed = `SELECT v."value" FROM ${dialect.listSource('v', 'text')}`;
    // As a value, so that PostgreSQL does not make a join of it, which has no order.
    const isBelow = `(substr(w."uid", 1, ${length}) IN (${listed})) IS TRUE`;
    const others = hasSelf(areas) ? '' : ` AND length(w."uid") > ${length}`;
    return { sql: `${isBelow}${others}`, params: [dialect.list(some.map(({ uid }) => uid))] };
  });
  return {
    sql: parts.map(({ sql }) => `(${sql})`).join(' OR '),
    params: parts.flatMap(({ params }) => params),
  };
}

function matching(dialect: Dialect, { type, filter }: ListQuery): Part[] {
  if (filter === null) return [];
  const { sql, params } = toCondition(dialect, type, filter);
  const row = `SELECT 1 FROM "${type}" AS t WHERE t."uid" = w."uid" AND ${dialect.metered(sql)}`;
  return [{ sql: `(${row}) = 1`, params: [...params] }];
}
