/**
 * The two ways to a page of the rows of a place, as selects of uids that both engines understand.
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
import type { Part } from './plan.ts';
import { PART } from './select.ts';
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
  const { source, where } = rowsIn(dialect, type, place);
  const rest = and([...where, { sql: dialect.sampled, params: [] }, ...after(keys, query)]);
  return {
    sql: `SELECT t."uid", t."${order.column}" AS "value" FROM ${source.sql}
      WHERE ${rest.sql} ORDER BY ${directed(keys, order)}${PART}`,
    params: [...source.params, ...rest.params, limit, skip],
  };
}

function rowsIn(
  dialect: Dialect,
  type: ResourceType,
  place: Place,
): { source: Part; where: Part[] } {
  if (place.areas === null) {
    const children = { sql: `t."parent" = ${given('text')}`, params: [place.parent] };
    return { source: { sql: `"${type}" AS t`, params: [] }, where: [children] };
  }
  const range = inArea({ withSelf: hasSelf(place.areas) });
  const groups = dialect.list(place.areas.map(({ uid }) => uid));
  return { source: { sql: dialect.forEach('text', type, range), params: [groups] }, where: [] };
}

/**
 * Walks through the index in the order of the list, and takes the entries of the place.
 *
 * @param bound up to so many entries; null for all.
 */
export function walked(dialect: Dialect, query: ListQuery, bound: number | null): Part {
  const { order, skip, limit, filter } = query;
  const columns = `t."uid", t."${order.column}" AS "value"`;
  if (bound === null && filter === null) {
    const entries = entriesOf(dialect, query, placed(dialect, query, unranged(dialect)));
    return {
      sql: `SELECT ${columns} FROM ${entries.sql}${PART}`,
      params: [...entries.params, limit, skip],
    };
  }
  // Neither engine moves a condition into a subquery that has a limit, or gives its rows in another
  // order. SQLite takes twice as long for each entry.
  const entries = entriesOf(dialect, query, []);
  const taken = and([...placed(dialect, query, 'w."uid"'), ...matching(dialect, query)]);
  return {
    sql: `SELECT w."uid", w."value" FROM (
        SELECT ${columns} FROM ${entries.sql} LIMIT ${given('bigint')}) AS w
      WHERE ${taken.sql}${PART}`,
    params: [...entries.params, bound ?? MOST, ...taken.params, limit, skip],
  };
}

const MOST = Number.MAX_SAFE_INTEGER;

/** The uid in a form that no engine takes for a range of the index by uid. */
const unranged = ({ unindexed }: Dialect) => unindexed('t."uid"', 'text');

/** Whether there are more entries than the bound of a walk. */
export function beyond(dialect: Dialect, query: ListQuery, bound: number): Part {
  const entries = entriesOf(dialect, query, []);
  return {
    sql: `SELECT t."uid" FROM ${entries.sql}${PART}`,
    params: [...entries.params, 1, bound],
  };
}

function entriesOf(dialect: Dialect, query: ListQuery, others: readonly Part[]): Part {
  const { type, order } = query;
  const keys = keysOf(order, (name) => `t."${name}"`);
  const from = order.column === 'uid' ? [uidsOf(query)] : after(keys, query);
  const where = and([...from, { sql: dialect.sampled, params: [] }, ...others]);
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

/** Which entries of a walk are in the place. */
function placed(dialect: Dialect, { place }: ListQuery, uid: string): Part[] {
  if (place.areas === null) {
    const range = within(uid, rangeOf({ uid: place.parent, withSelf: false }));
    const length = place.parent.length + SEGMENT;
    return [range, { sql: `length(${uid}) = ${given('integer')}`, params: [length] }];
  }
  const [only, ...others] = place.areas;
  if (only !== undefined && others.length === 0) return [within(uid, rangeOf(only))];
  return [belowSome(dialect, place.areas, uid)];
}

/** The length of a slash and the last part of a uid. */
const SEGMENT = 17;

const within = (uid: string, { from, before }: { from: string; before: string }): Part => ({
  sql: `${uid} >= ? AND ${uid} < ?`,
  params: [from, before],
});

/** Each entry is looked up by the part of its uid that is as long as those of the groups. */
function belowSome(dialect: Dialect, areas: readonly Area[], uid: string): Part {
  const byLength = Map.groupBy(areas, (area) => area.uid.length);
  const parts = [...byLength].map(([length, some]): Part => {
    const listed = `SELECT v."value" FROM ${dialect.listSource('v', 'text')}`;
    // As a value, so that PostgreSQL does not make a join of it, which has no order.
    const isBelow = `(substr(${uid}, 1, ${length}) IN (${listed})) IS TRUE`;
    const others = hasSelf(areas) ? '' : ` AND length(${uid}) > ${length}`;
    return { sql: `${isBelow}${others}`, params: [dialect.list(some.map((area) => area.uid))] };
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
