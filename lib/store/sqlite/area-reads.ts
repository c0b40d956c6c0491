/** The rows of one area in order: from its ranking, from its range of uids, or sorted. */
import type { Cursor } from '#lib/aip/page-token.ts';
import type { ResourceType } from '#lib/resources/define.ts';
import type { Area, Order } from '#lib/store/handles.ts';
import { listId } from '#lib/store/tables/orders.ts';
import type { Connection } from './connection.ts';

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
export function read(
  connection: Connection,
  place: Place,
  query: AreaQuery,
  after: Cursor | null,
  limit: number,
  skip = 0,
): Cursor[] {
  return place.isRanked && query.order.column !== 'uid'
    ? readRanking(connection, place, query, after, limit, skip)
    : readRange(connection, place, query, after, limit, skip);
}

function readRange(
  connection: Connection,
  { uid, withSelf }: Place,
  { type, order: { column, descending } }: AreaQuery,
  after: Cursor | null,
  limit: number,
  skip: number,
): Cursor[] {
  const [sign, direction] = descending ? ['<', 'DESC'] : ['>', 'ASC'];
  // The plus keeps SQLite from walking an index of the whole table instead of sorting a few rows.
  const isByUid = column === 'uid';
  const order = isByUid ? `"uid" ${direction}` : `+"${column}" ${direction}, +"uid" ${direction}`;
  const key = isByUid ? `"uid" ${sign} ?` : `(+"${column}", +"uid") ${sign} (?, ?)`;
  const sql = `SELECT "uid", "${column}" AS "value" FROM "${type}"
    WHERE "uid" ${withSelf ? '>=' : '>'} ? AND "uid" < ?${after === null ? '' : ` AND ${key}`}
    ORDER BY ${order} LIMIT ? OFFSET ?`;
  const from = withSelf ? uid : `${uid}/`;
  const cursor = after === null ? [] : isByUid ? [after.uid] : [after.value, after.uid];
  return connection.prepared(sql).all(from, `${uid}0`, ...cursor, limit, skip) as Cursor[];
}

interface Entry {
  value: string | number;
  tail: Buffer;
}

function readRanking(
  connection: Connection,
  place: Place,
  { type, order: { column, descending } }: AreaQuery,
  after: Cursor | null,
  limit: number,
  skip: number,
): Cursor[] {
  const direction = descending ? 'DESC' : 'ASC';
  const { sql, params } = behind(place, after, descending);
  // A group is in its own ranking with an empty tail.
  const self = type === 'Group' && !place.withSelf ? ` AND "tail" <> x''` : '';
  const entries = connection
    .prepared(
      `SELECT "key" AS "value", "tail" FROM "Ranking" WHERE "place" = ? AND "list" = ?${self}${sql}
     ORDER BY "key" ${direction}, "tail" ${direction} LIMIT ? OFFSET ?`,
    )
    .all(place.id, listId(type, column), ...params, limit, skip) as Entry[];
  return entries.map(({ value, tail }) => ({ value, uid: place.uid + segmentsOf(tail) }));
}

/** The part of a ranking behind a cursor, which may be in another area. */
function behind({ uid }: Place, after: Cursor | null, descending: boolean) {
  if (after === null) return { sql: '', params: [] };
  const sign = descending ? '<' : '>';
  if (after.uid === uid || after.uid.startsWith(`${uid}/`)) {
    const tail = Buffer.from(after.uid.slice(uid.length).replaceAll('/', ''), 'hex');
    return { sql: ` AND ("key", "tail") ${sign} (?, ?)`, params: [after.value, tail] };
  }
  // All of this area comes after the cursor among equals, or none of it.
  const isAhead = descending ? uid < after.uid : uid > after.uid;
  return { sql: ` AND "key" ${sign}${isAhead ? '=' : ''} ?`, params: [after.value] };
}

function segmentsOf(tail: Buffer): string {
  const hex = tail.toString('hex');
  let path = '';
  for (let start = 0; start < hex.length; start += 16) path += `/${hex.slice(start, start + 16)}`;
  return path;
}
