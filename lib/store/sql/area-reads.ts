/** The rows of one area in order: from its ranking, from its range of uids, or sorted. */
import type { Cursor } from '#lib/aip/page-token.ts';
import type { ResourceType } from '#lib/resources/define.ts';
import type { Area, Order } from '#lib/store/handles.ts';
import { listId } from '#lib/store/tables/orders.ts';
import type { Dialect } from './dialect.ts';
import { rowsOf } from './plan.ts';
import type { Plan } from './plan.ts';
import { PART } from './select.ts';
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

/** The next rows of one area as their order value and uid. */
export function* read(
  dialect: Dialect,
  place: Place,
  query: AreaQuery,
  after: Cursor | null,
  limit: number,
  skip = 0,
): Plan<readonly Cursor[]> {
  return isRanked(place, query)
    ? yield* readRanking(dialect, place, query, after, limit, skip)
    : yield* readRange(dialect, place, query, after, limit, skip);
}

/** Whether the rows of an area are read from its ranking. */
export function isRanked(place: Place, { order }: AreaQuery): boolean {
  return place.isRanked && order.column !== 'uid';
}

/** The uids of the rows of an area: from the first one, and before the second. */
export function rangeOf({ uid, withSelf }: Place): { sql: string; params: [string, string] } {
  return {
    sql: `"uid" ${withSelf ? '>=' : '>'} ? AND "uid" < ?`,
    params: [withSelf ? uid : `${uid}/`, `${uid}0`],
  };
}

function* readRange(
  dialect: Dialect,
  place: Place,
  { type, order: { column, descending } }: AreaQuery,
  after: Cursor | null,
  limit: number,
  skip: number,
): Plan<readonly Cursor[]> {
  const [sign, direction] = descending ? ['<', 'DESC'] : ['>', 'ASC'];
  // Walking an index of the whole table would take longer than sorting a few rows.
  const unindexed = (name: string) => dialect.unindexed(`"${name}"`, kindOf(type, name));
  const isByUid = column === 'uid';
  const order = isByUid
    ? `"uid" ${direction}`
    : `${unindexed(column)} ${direction}, ${unindexed('uid')} ${direction}`;
  const key = isByUid
    ? `"uid" ${sign} ?`
    : `(${unindexed(column)}, ${unindexed('uid')}) ${sign} (?, ?)`;
  const range = rangeOf(place);
  const sql = `SELECT "uid", "${column}" AS "value" FROM "${type}"
    WHERE ${range.sql}${after === null ? '' : ` AND ${key}`}
    ORDER BY ${order}${PART}`;
  const cursor = after === null ? [] : isByUid ? [after.uid] : [after.value, after.uid];
  return yield* rowsOf<Cursor>(sql, [...range.params, ...cursor, limit, skip]);
}

/** A place in a ranking. */
export interface Entry {
  key: unknown;
  tail: Buffer;
}

/**
 * One ranking. Without the casts SQLite would prepare the statement again for each run, to plan for
 * the numbers.
 */
export const IN_RANKING = '"place" = CAST(? AS INTEGER) AND "list" = CAST(? AS INTEGER)';

/** The part of a ranking that is listed. A group is in its own ranking with an empty tail. */
export function listedPart(dialect: Dialect, place: Place, type: ResourceType): string {
  const self = type === 'Group' && !place.withSelf ? ` AND "tail" <> ${dialect.noBytes}` : '';
  return `${IN_RANKING}${self}`;
}

/** The row of an entry. */
export function cursorAt(
  dialect: Dialect,
  place: Place,
  { type, order }: AreaQuery,
  { key, tail }: Entry,
): Cursor {
  return {
    value: dialect.fromKey(key, kindOf(type, order.column)),
    uid: place.uid + segmentsOf(tail),
  };
}

function* readRanking(
  dialect: Dialect,
  place: Place,
  query: AreaQuery,
  after: Cursor | null,
  limit: number,
  skip: number,
): Plan<readonly Cursor[]> {
  const { type, order } = query;
  const [sign, direction] = order.descending ? (['<', 'DESC'] as const) : (['>', 'ASC'] as const);
  const rest = after === null ? null : compared(dialect, place, sign, after);
  const entries = yield* rowsOf<Entry>(
    `SELECT "key", "tail" FROM "Ranking"
     WHERE ${listedPart(dialect, place, type)}${rest === null ? '' : ` AND ${rest.sql}`}
     ORDER BY "key" ${direction}, "tail" ${direction}${PART}`,
    [place.id, listId(type, order.column), ...(rest?.params ?? []), limit, skip],
  );
  return entries.map((entry) => cursorAt(dialect, place, query, entry));
}

/** The entries of an area before or after a row, which may be in another one. */
export function compared(
  dialect: Dialect,
  { uid }: Place,
  sign: '<' | '<=' | '>' | '>=',
  row: Cursor,
): { sql: string; params: unknown[] } {
  const key = dialect.toKey(row.value);
  if (row.uid === uid || row.uid.startsWith(`${uid}/`)) {
    const tail = Buffer.from(row.uid.slice(uid.length).replaceAll('/', ''), 'hex');
    return { sql: `("key", "tail") ${sign} (?, ?)`, params: [key, tail] };
  }
  // All of this area comes after the row among equals, or none of it.
  const isAfter = uid > row.uid;
  return { sql: `"key" ${sign[0]}${isAfter === sign.startsWith('>') ? '=' : ''} ?`, params: [key] };
}

function segmentsOf(tail: Buffer): string {
  const hex = tail.toString('hex');
  let path = '';
  for (let start = 0; start < hex.length; start += 16) path += `/${hex.slice(start, start + 16)}`;
  return path;
}
