/**
 * Lists everything below some groups in any order, at a cost that does not depend on the rest of
 * the table. Each group's rows come sorted from its ranking (see hierarchy.ts), or are few enough
 * to be sorted. They are merged page by page.
 */
import type { Cursor } from '#lib/aip/page-token.ts';
import type { ResourceType } from '#lib/resources/define.ts';
import type { RowOf } from '#lib/resources/rows.ts';
import type { Area, Page, Tally } from '#lib/store/handles.ts';
import { typeId } from '#lib/store/tables/orders.ts';
import { read } from './area-reads.ts';
import type { AreaQuery, Place } from './area-reads.ts';
import type { Connection } from './connection.ts';
import { selectAll } from './select.ts';

const PLACES = `SELECT p."uid", p."id", coalesce(y."below", 0) AS below, coalesce(y."ranked", 0) AS ranked
  FROM json_each(?) AS v JOIN "Place" AS p ON p."uid" = v."value"
  LEFT JOIN "Tally" AS y ON y."place" = p."id" AND y."type" = ?`;

/** The areas with their rows in the order of uids; null if a uid is not that of a group. */
function placesOf(
  connection: Connection,
  type: ResourceType,
  areas: readonly Area[],
): Place[] | null {
  const uids = JSON.stringify(areas.map(({ uid }) => uid));
  const found = connection.prepared(PLACES).all(uids, typeId(type)) as {
    uid: string;
    id: number;
    below: number;
    ranked: number;
  }[];
  if (found.length < areas.length) return null;
  const byUid = new Map(found.map((place) => [place.uid, place]));
  const places = areas.flatMap((area): Place[] => {
    const place = byUid.get(area.uid);
    if (place === undefined) return [];
    const size = place.below + (area.withSelf ? 1 : 0);
    return size === 0 ? [] : [{ ...area, id: place.id, size, isRanked: place.ranked === 1 }];
  });
  return places.sort((a, b) => (a.uid < b.uid ? -1 : 1));
}

const TALLY = `SELECT y."here", y."below" FROM "Place" AS p
  LEFT JOIN "Tally" AS y ON y."place" = p."id" AND y."type" = ? WHERE p."uid" = ?`;

/** The number of rows directly in a group and below it; null if it is not a group. */
export function tallyOf(connection: Connection, type: ResourceType, uid: string): Tally | null {
  const tally = connection.prepared(TALLY).get(typeId(type), uid) as
    { here: number | null; below: number | null } | undefined;
  return tally === undefined ? null : { here: tally.here ?? 0, below: tally.below ?? 0 };
}

/** The hydrated rows of one page, and the total; null if an area is not that of a group. */
export function listAreas<Type extends ResourceType>(
  connection: Connection,
  type: Type,
  query: AreaQuery,
): Page<RowOf<Type>> | null {
  const places = placesOf(connection, type, query.areas);
  if (places === null) return null;
  const total = places.reduce((sum, { size }) => sum + size, 0);
  const found =
    query.order.column === 'uid'
      ? inTurn(connection, places, query)
      : merged(connection, places, query);
  return { rows: selectAll(connection, type, found), total };
}

/** By uid one area comes after the other, so that whole ones can be skipped. */
function inTurn(connection: Connection, places: readonly Place[], query: AreaQuery): string[] {
  const found: string[] = [];
  let skip = query.skip;
  for (const place of query.order.descending ? places.toReversed() : places) {
    if (found.length >= query.limit) break;
    if (query.cursor === null && skip >= place.size) {
      skip -= place.size;
      continue;
    }
    const entries = read(connection, place, query, query.cursor, query.limit + skip - found.length);
    found.push(...entries.slice(skip).map(({ uid }) => uid));
    skip = Math.max(0, skip - entries.length);
  }
  return found;
}

/** Reads a little of each area and more of those that the page takes from. */
function merged(connection: Connection, places: readonly Place[], query: AreaQuery): string[] {
  const { limit, skip } = query;
  const [only, ...others] = places;
  if (only === undefined) return [];
  if (others.length === 0) {
    return read(connection, only, query, query.cursor, limit, skip).map(({ uid }) => uid);
  }
  const chunk = Math.ceil((2 * (limit + skip)) / places.length) + 1;
  const streams = places.map((place) => new Stream(connection, place, query, chunk));
  const found: string[] = [];
  for (let taken = 0; taken < skip + limit; taken += 1) {
    const next = foremost(streams, query.order.descending);
    if (next === undefined) break;
    if (taken >= skip) found.push(next.uid);
  }
  return found;
}

/** Takes the first of the streams' heads. */
function foremost(streams: readonly Stream[], descending: boolean): Cursor | undefined {
  let best: Stream | undefined;
  for (const stream of streams) {
    const head = stream.head();
    if (head === undefined) continue;
    const other = best?.head();
    if (other === undefined || comesBefore(head, other) !== descending) best = stream;
  }
  return best?.take();
}

/** Compares texts as SQLite does, by code point. JavaScript's own order differs. */
function comesBefore(a: Cursor, b: Cursor): boolean {
  if (a.value === b.value) return a.uid < b.uid;
  if (typeof a.value === 'number' && typeof b.value === 'number') return a.value < b.value;
  return Buffer.compare(Buffer.from(String(a.value)), Buffer.from(String(b.value))) < 0;
}

/** The rows of one area, read chunk by chunk. */
class Stream {
  readonly #connection: Connection;
  readonly #place: Place;
  readonly #query: AreaQuery;
  readonly #chunk: number;
  #after: Cursor | null;
  #entries: Cursor[] = [];
  #next = 0;
  #isDone = false;

  constructor(connection: Connection, place: Place, query: AreaQuery, chunk: number) {
    this.#connection = connection;
    this.#place = place;
    this.#query = query;
    this.#chunk = chunk;
    this.#after = query.cursor;
  }

  head(): Cursor | undefined {
    if (this.#next >= this.#entries.length && !this.#isDone) {
      this.#entries = read(this.#connection, this.#place, this.#query, this.#after, this.#chunk);
      this.#next = 0;
      this.#isDone = this.#entries.length < this.#chunk;
      this.#after = this.#entries.at(-1) ?? null;
    }
    return this.#entries[this.#next];
  }

  take(): Cursor | undefined {
    const head = this.head();
    this.#next += 1;
    return head;
  }
}
