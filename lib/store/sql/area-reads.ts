/** The rows of one area in order: from its ranking, from its range of uids, or sorted. */
import type { Cursor } from '#lib/aip/page-token.ts';
import { isSameOrBelow } from '#lib/aip/uid.ts';
import type { ResourceType } from '#lib/resources/define.ts';
import type { RowOf } from '#lib/resources/rows.ts';
import type { Area, Order } from '#lib/store/handles.ts';
import { listId } from '#lib/store/tables/orders.ts';
import type { Dialect, Remote } from './dialect.ts';
import { given } from './given.ts';
import { rowOf, rowsOf } from './plan.ts';
import type { Plan } from './plan.ts';
import { PART, selectAll, selectListed } from './select.ts';
import type { Listed, Part } from './select.ts';
import { comesBefore } from './row-order.ts';
import { kindOf } from './values.ts';

export interface AreaQuery {
  type: ResourceType;
  /** None lies in another. */
  areas: readonly Area[];
  order: Order;
  cursor: Cursor | null;
  skip: number;
  limit: number;
}

/** The facts about an area that are known before its rows are read. */
export interface Place extends Area {
  id: number;
  size: number;
  isRanked: boolean;
}

/** The groups of a list with what is counted below them. */
export const placesFrom = (list: string, others = '') => `SELECT p."uid", p."id",
    coalesce(y."below", 0) AS below, coalesce(y."ranked", FALSE) AS ranked${others}
  FROM ${list} JOIN "Place" AS p ON p."uid" = v."value"
  LEFT JOIN "Tally" AS y ON y."place" = p."id" AND y."type" = ${given('integer')}`;

/** The next rows of one area as their order value and uid. */
export function* read(
  dialect: Dialect,
  place: Place,
  query: AreaQuery,
  after: Cursor | null,
  limit: number,
  skip = 0,
): Plan<readonly Cursor[]> {
  if (!isRanked(place, query)) {
    const { sql, params } = rangePart(dialect, place, query, after, limit, skip);
    return yield* rowsOf<Cursor>(sql, params);
  }
  const { sql, params } = rankingPart(dialect, place, query, after, limit, skip);
  const entries = yield* rowsOf<ListedEntry>(sql, params);
  return entries.map((entry) => cursorAt(dialect, place, query, entry));
}

/** The rows of a page of one area, hydrated. */
export function* readRows<Type extends ResourceType>(
  dialect: Dialect,
  type: Type,
  place: Place,
  query: AreaQuery,
): Plan<RowOf<Type>[]> {
  const { cursor, limit, skip } = query;
  if (!isRanked(place, query)) {
    const part = rangePart(dialect, place, query, cursor, limit, skip);
    return yield* selectListed(dialect, type, part);
  }
  if (dialect.remote === null) {
    const entries = yield* read(dialect, place, query, cursor, limit, skip);
    return yield* selectAll(
      dialect,
      type,
      entries.map(({ uid }) => uid),
    );
  }
  const entries = rankingPart(dialect, place, query, cursor, limit, skip);
  return yield* selectListed(dialect, type, {
    sql: `SELECT ${dialect.remote.uidBelow('?::text', 'e."digits"')} AS "uid", e.* FROM (${entries.sql}) AS e`,
    params: [place.uid, ...entries.params],
    order: entries.order,
  });
}

/** Engines have a limit for the parts of one statement, and larger ones gain nothing. */
const MOST_PARTS = 50;

/** The first rows of each area after a cursor, in one statement for many areas. */
export function* readEach(
  dialect: Dialect,
  places: readonly Place[],
  query: AreaQuery,
  limit: number,
): Plan<ReadonlyMap<Place, readonly Cursor[]>> {
  const found = new Map(places.map((place): [Place, Cursor[]] => [place, []]));
  const ranked = places.filter((place) => isRanked(place, query));
  for (const some of chunksOf(ranked)) {
    const parts = some.map((place) => rankingPart(dialect, place, query, query.cursor, limit, 0));
    for (const { part, ...entry } of yield* rowsOf<Numbered<ListedEntry>>(...union(parts))) {
      const place = some[part];
      if (place !== undefined) found.get(place)?.push(cursorAt(dialect, place, query, entry));
    }
  }
  for (const some of chunksOf(places.filter((place) => !isRanked(place, query)))) {
    const parts = some.map((place) => rangePart(dialect, place, query, query.cursor, limit, 0));
    for (const { part, uid, value } of yield* rowsOf<Numbered<Cursor>>(...union(parts))) {
      const place = some[part];
      if (place !== undefined) found.get(place)?.push({ uid, value });
    }
  }
  // No engine promises the order of rows from a part of a union.
  const sign = query.order.descending ? -1 : 1;
  for (const rows of found.values()) rows.sort((a, b) => (comesBefore(a, b) ? -sign : sign));
  return found;
}

/** A row with the number of the part that it is from. */
type Numbered<Row> = Row & { part: number };

function union(parts: readonly Part[]): [sql: string, params: unknown[]] {
  const sql = parts.map((part, index) => `SELECT ${index} AS "part", p.* FROM (${part.sql}) AS p`);
  return [sql.join(' UNION ALL '), parts.flatMap(({ params }) => params)];
}

function chunksOf(places: readonly Place[]): Place[][] {
  const count = Math.ceil(places.length / MOST_PARTS);
  return Array.from({ length: count }, (_, index) =>
    places.slice(index * MOST_PARTS, (index + 1) * MOST_PARTS),
  );
}

/** Whether the rows of an area are read from its ranking. */
export function isRanked(place: Place, { order }: AreaQuery): boolean {
  return place.isRanked && order.column !== 'uid';
}

/** The uids of the rows of an area: from the first one, and before the second. */
export function rangeOf({ uid, withSelf }: Area): { sql: string; params: [string, string] } {
  return {
    sql: `"uid" ${withSelf ? '>=' : '>'} ? AND "uid" < ?`,
    params: [withSelf ? uid : `${uid}/`, `${uid}0`],
  };
}

function rangePart(
  dialect: Dialect,
  area: Area,
  query: AreaQuery,
  after: Cursor | null,
  limit: number,
  skip: number,
): Listed {
  const { column, descending } = query.order;
  const direction = descending ? 'DESC' : 'ASC';
  const sorted = sortKey(dialect, query).map((name) => `${name} ${direction}`);
  const range = rangeAfter(dialect, area, query, after);
  const sql = `SELECT "uid", "${column}" AS "value" FROM ${range.sql}
    ORDER BY ${sorted.join(', ')}${PART}`;
  const order = ['"value"', '"uid"'].map((name) => `${name} ${direction}`);
  return { sql, params: [...range.params, limit, skip], order };
}

/** Walking an index of the whole table would take longer than sorting a few rows. */
export function sortKey(dialect: Dialect, { type, order: { column } }: AreaQuery): string[] {
  if (column === 'uid') return ['"uid"'];
  return [column, 'uid'].map((name) => dialect.unindexed(`"${name}"`, kindOf(type, name)));
}

function rangeAfter(dialect: Dialect, area: Area, query: AreaQuery, after: Cursor | null): Part {
  const range = rangeOf(area);
  const rows = `"${query.type}" WHERE ${range.sql}`;
  const { column, descending } = query.order;
  if (after === null) return { sql: rows, params: range.params };
  if (column === 'uid') return uidsAfter(area, query, after);
  const key = sortKey(dialect, query);
  return {
    sql: `${rows} AND (${key.join(', ')}) ${descending ? '<' : '>'} (?, ?)`,
    params: [...range.params, after.value, after.uid],
  };
}

/** With one bound on each side: of two, SQLite may begin at the one that is further away. */
function uidsAfter(area: Area, { type, order }: AreaQuery, { uid }: Cursor): Part {
  const range = rangeOf(area);
  const [from, to] = range.params;
  const rows = `"${type}" WHERE`;
  if (order.descending && uid < to) {
    return { sql: `${rows} ${range.sql}`, params: [from, uid] };
  }
  if (!order.descending && uid >= from) {
    return { sql: `${rows} "uid" > ? AND "uid" < ?`, params: [uid, to] };
  }
  return { sql: `${rows} ${range.sql}`, params: range.params };
}

/** How many rows of an area without a ranking are behind the cursor. */
export function* countAfter(dialect: Dialect, place: Place, query: AreaQuery): Plan<number> {
  const { sql, params } = rangeAfter(dialect, place, query, query.cursor);
  const row = yield* rowOf<{ n: number }>(
    `SELECT CAST(count(*) AS INTEGER) AS n FROM ${sql}`,
    params,
  );
  return row?.n ?? 0;
}

/** A place in a ranking. */
export interface Entry {
  key: unknown;
  tail: Buffer;
}

/** One ranking. */
export const IN_RANKING = `"place" = ${given('integer')} AND "list" = ${given('integer')}`;

/** The part of a ranking that is listed. A group is in its own ranking with an empty tail. */
export function listedPart(dialect: Dialect, area: Area, type: ResourceType): string {
  const self = type === 'Group' && !area.withSelf ? ` AND "tail" <> ${dialect.noBytes}` : '';
  return `${IN_RANKING}${self}`;
}

/** An entry as {@link entryColumns} reads it. Bytes would take the driver longer than a text. */
export interface ListedEntry {
  key: unknown;
  /** The tail in hexadecimal digits. */
  digits: string;
}

export const entryColumns = (dialect: Dialect) => `"key", ${dialect.digits('"tail"')} AS "digits"`;

/** The row of an entry. */
export function cursorAt(
  dialect: Dialect,
  place: Place,
  { type, order }: AreaQuery,
  { key, digits }: ListedEntry,
): Cursor {
  return {
    value: dialect.fromKey(key, kindOf(type, order.column)),
    uid: place.uid + segmentsOf(digits),
  };
}

function rankingPart(
  dialect: Dialect,
  place: Place,
  { type, order }: AreaQuery,
  after: Cursor | null,
  limit: number,
  skip: number,
): Listed {
  const [sign, direction] = order.descending ? (['<', 'DESC'] as const) : (['>', 'ASC'] as const);
  const rest = after === null ? null : compared(dialect, place, sign, after);
  const sorted = ['"key"', '"tail"'].map((name) => `${name} ${direction}`);
  return {
    sql: `SELECT ${entryColumns(dialect)} FROM "Ranking"
     WHERE ${listedPart(dialect, place, type)}${rest === null ? '' : ` AND ${rest.sql}`}
     ORDER BY ${sorted.join(', ')}${PART}`,
    params: [place.id, listId(type, order.column), ...(rest?.params ?? []), limit, skip],
    order: ['"key"', '"uid"'].map((name) => `${name} ${direction}`),
  };
}

/** The entries of an area before or after a row, which may be in another one. */
export function compared(
  dialect: Dialect,
  { uid }: Area,
  sign: '<' | '<=' | '>' | '>=',
  row: Cursor,
): { sql: string; params: unknown[] } {
  const key = dialect.toKey(row.value);
  if (row.uid === uid || row.uid.startsWith(`${uid}/`)) {
    return { sql: `("key", "tail") ${sign} (?, ?)`, params: [key, tailOf(uid, row.uid)] };
  }
  // All of this area comes after the row among equals, or none of it.
  const isAfter = uid > row.uid;
  return { sql: `"key" ${sign[0]}${isAfter === sign.startsWith('>') ? '=' : ''} ?`, params: [key] };
}

const NEXT = Buffer.of(0);

/**
 * Where a row, which may be in another area, cuts the ranking of an area: entries from there on are
 * the row and what comes after it, or only that if it is behind the row.
 */
export function cutAt(
  remote: Remote,
  { uid }: Area,
  isBehind: boolean,
  row: Cursor,
): [key: Buffer, tail: Buffer] {
  const key = remote.toKey(row.value);
  if (isSameOrBelow(row.uid, uid)) {
    const tail = tailOf(uid, row.uid);
    return [key, isBehind ? Buffer.concat([tail, NEXT]) : tail];
  }
  // All of this area comes after the row among equals, or all of it before.
  return [uid > row.uid ? key : Buffer.concat([key, NEXT]), Buffer.alloc(0)];
}

/** The tail of a row in the ranking of a group. */
export function tailOf(group: string, uid: string): Buffer {
  return Buffer.from(uid.slice(group.length).replaceAll('/', ''), 'hex');
}

function segmentsOf(digits: string): string {
  let path = '';
  for (let start = 0; start < digits.length; start += 16) {
    path += `/${digits.slice(start, start + 16)}`;
  }
  return path;
}
