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
  return place.isRanked && query.order.column !== 'uid'
    ? yield* readRanking(dialect, place, query, after, limit, skip)
    : yield* readRange(dialect, place, query, after, limit, skip);
}

function* readRange(
  dialect: Dialect,
  { uid, withSelf }: Place,
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
  const sql = `SELECT "uid", "${column}" AS "value" FROM "${type}"
    WHERE "uid" ${withSelf ? '>=' : '>'} ? AND "uid" < ?${after === null ? '' : ` AND ${key}`}
    ORDER BY ${order}${PART}`;
  const from = withSelf ? uid : `${uid}/`;
  const cursor = after === null ? [] : isByUid ? [after.uid] : [after.value, after.uid];
  return yield* rowsOf<Cursor>(sql, [from, `${uid}0`, ...cursor, limit, skip]);
}

interface Entry {
  key: unknown;
  tail: Buffer;
}

function* readRanking(
  dialect: Dialect,
  place: Place,
  { type, order: { column, descending } }: AreaQuery,
  after: Cursor | null,
  limit: number,
  skip: number,
): Plan<readonly Cursor[]> {
  const direction = descending ? 'DESC' : 'ASC';
  const { sql, params } = behind(dialect, place, after, descending);
  // A group is in its own ranking with an empty tail.
  const self = type === 'Group' && !place.withSelf ? ` AND "tail" <> ${dialect.noBytes}` : '';
  const entries = yield* rowsOf<Entry>(
    `SELECT "key", "tail" FROM "Ranking" WHERE "place" = ? AND "list" = ?${self}${sql}
     ORDER BY "key" ${direction}, "tail" ${direction}${PART}`,
    [place.id, listId(type, column), ...params, limit, skip],
  );
  const kind = kindOf(type, column);
  return entries.map(({ key, tail }) => ({
    value: dialect.fromKey(key, kind),
    uid: place.uid + segmentsOf(tail),
  }));
}

/** The part of a ranking behind a cursor, which may be in another area. */
function behind(dialect: Dialect, { uid }: Place, after: Cursor | null, descending: boolean) {
  if (after === null) return { sql: '', params: [] };
  const sign = descending ? '<' : '>';
  const key = dialect.toKey(after.value);
  if (after.uid === uid || after.uid.startsWith(`${uid}/`)) {
    const tail = Buffer.from(after.uid.slice(uid.length).replaceAll('/', ''), 'hex');
    return { sql: ` AND ("key", "tail") ${sign} (?, ?)`, params: [key, tail] };
  }
  // All of this area comes after the cursor among equals, or none of it.
  const isAhead = descending ? uid < after.uid : uid > after.uid;
  return { sql: ` AND "key" ${sign}${isAhead ? '=' : ''} ?`, params: [key] };
}

function segmentsOf(tail: Buffer): string {
  const hex = tail.toString('hex');
  let path = '';
  for (let start = 0; start < hex.length; start += 16) path += `/${hex.slice(start, start + 16)}`;
  return path;
}
