/**
 * Lists everything below some groups in any order, at a cost that does not depend on the rest of
 * the table. Each group's rows come sorted from its ranking, which the engine's triggers keep, or
 * are few enough to be sorted. They are merged page by page.
 */
import type { Cursor } from '#lib/aip/page-token.ts';
import type { ResourceType } from '#lib/resources/define.ts';
import type { RowOf } from '#lib/resources/rows.ts';
import type { Area, Page, Tally } from '#lib/store/handles.ts';
import { typeId } from '#lib/store/tables/orders.ts';
import { countAfter, placesFrom, read, readEach, readRows } from './area-reads.ts';
import { listAtOnce } from './at-once/areas.ts';
import type { AreaQuery, Place } from './area-reads.ts';
import type { Dialect } from './dialect.ts';
import { given } from './given.ts';
import { rowOf, rowsOf } from './plan.ts';
import type { Plan } from './plan.ts';
import { MOST_WALKED, nearerStart } from './positions.ts';
import type { Start } from './positions.ts';
import { selectAll } from './select.ts';
import { comesBefore } from './row-order.ts';
import { reachedByUid } from './uid-positions.ts';

interface KnownPlace {
  uid: string;
  id: number;
  below: number;
  ranked: number | boolean;
}

/** The areas with their rows in the order of uids; null if a uid is not that of a group. */
export function* placesOf(
  dialect: Dialect,
  type: ResourceType,
  areas: readonly Area[],
): Plan<Place[] | null> {
  const listed = dialect.list(areas.map(({ uid }) => uid));
  const sql = placesFrom(dialect.listSource('v', 'text'));
  const found = yield* rowsOf<KnownPlace>(sql, [listed, typeId(type)], true);
  if (found.length < areas.length) return null;
  const byUid = new Map(found.map((place) => [place.uid, place]));
  const places = areas.flatMap((area): Place[] => {
    const place = byUid.get(area.uid);
    if (place === undefined) return [];
    const size = place.below + (area.withSelf ? 1 : 0);
    return size === 0 ? [] : [{ ...area, id: place.id, size, isRanked: Boolean(place.ranked) }];
  });
  return places.sort((a, b) => (a.uid < b.uid ? -1 : 1));
}

const TALLY = `SELECT y."here", y."below" FROM "Place" AS p
  LEFT JOIN "Tally" AS y ON y."place" = p."id" AND y."type" = ${given('integer')}
  WHERE p."uid" = ${given('text')}`;

/** The number of rows directly in a group and below it; null if it is not a group. */
export function* tallyOf(type: ResourceType, uid: string): Plan<Tally | null> {
  const tally = yield* rowOf<{ here: number | null; below: number | null }>(TALLY, [
    typeId(type),
    uid,
  ]);
  return tally === undefined ? null : { here: tally.here ?? 0, below: tally.below ?? 0 };
}

/**
 * The hydrated rows of one page, and the total; null if an area is not that of a group.
 *
 * @param mostWalked up to so many rows are skipped one by one.
 */
export function* listAreas<Type extends ResourceType>(
  dialect: Dialect,
  type: Type,
  query: AreaQuery,
  mostWalked = MOST_WALKED,
): Plan<Page<RowOf<Type>> | null> {
  if (query.areas.length === 0) return { rows: [], total: 0 };
  const page = query.skip > mostWalked ? null : yield* listAtOnce(dialect, type, query);
  if (page !== null) return page;
  const places = yield* placesOf(dialect, type, query.areas);
  if (places === null) return null;
  const total = places.reduce((sum, { size }) => sum + size, 0);
  const [only, ...others] = places;
  if (only !== undefined && others.length === 0) {
    return { rows: yield* rowsOfOne(dialect, type, only, query, mostWalked), total };
  }
  const entries = yield* entriesOf(dialect, places, query, mostWalked);
  const found = entries.map(({ uid }) => uid);
  return { rows: yield* selectAll(dialect, type, found), total };
}

/** The places of the rows of one page. */
export function* entriesOf(
  dialect: Dialect,
  places: readonly Place[],
  query: AreaQuery,
  mostWalked = MOST_WALKED,
): Plan<Cursor[]> {
  return query.order.column === 'uid'
    ? yield* inTurn(dialect, places, query, mostWalked)
    : yield* merged(dialect, places, query, mostWalked);
}

function* rowsOfOne<Type extends ResourceType>(
  dialect: Dialect,
  type: Type,
  place: Place,
  query: AreaQuery,
  mostWalked: number,
): Plan<RowOf<Type>[]> {
  if (query.cursor === null && query.skip >= place.size) return [];
  const start = yield* startOf(dialect, place, query, mostWalked);
  return start === null ? [] : yield* readRows(dialect, type, place, { ...query, ...start });
}

function* startOf(
  dialect: Dialect,
  place: Place,
  query: AreaQuery,
  mostWalked: number,
): Plan<Start | null> {
  if (query.order.column !== 'uid') {
    return yield* nearerStart(dialect, [place], query, mostWalked);
  }
  const reached = query.skip > mostWalked ? yield* reachedByUid(dialect, place, query) : null;
  return reached === null ? query : reached.start;
}

/** By uid one area comes after the other, so that whole ones can be skipped. */
function* inTurn(
  dialect: Dialect,
  places: readonly Place[],
  query: AreaQuery,
  mostWalked: number,
): Plan<Cursor[]> {
  const found: Cursor[] = [];
  let skip = query.skip;
  for (const place of query.order.descending ? places.toReversed() : places) {
    if (found.length >= query.limit) break;
    if (query.cursor === null && skip >= place.size) {
      skip -= place.size;
      continue;
    }
    const reached =
      skip > mostWalked ? yield* reachedByUid(dialect, place, { ...query, skip }) : null;
    if (reached?.start === null) {
      skip -= reached.behind;
      continue;
    }
    const start = reached?.start ?? { cursor: query.cursor, skip };
    const rest = query.limit - found.length;
    const entries = yield* read(dialect, place, query, start.cursor, rest, start.skip);
    found.push(...entries);
    if (entries.length > 0) skip = 0;
    else if (skip > 0) skip -= yield* countAfter(dialect, place, query);
  }
  return found;
}

/** Reads a little of each area and more of those that the page takes from. */
function* merged(
  dialect: Dialect,
  places: readonly Place[],
  asked: AreaQuery,
  mostWalked: number,
): Plan<Cursor[]> {
  const start = places.length === 0 ? null : yield* nearerStart(dialect, places, asked, mostWalked);
  if (start === null) return [];
  const query = { ...asked, ...start };
  const { limit, skip } = query;
  const chunk = Math.ceil((2 * (limit + skip)) / places.length) + 1;
  const streams: Stream[] = [];
  for (const [place, first] of yield* readEach(dialect, places, query, chunk)) {
    const stream = new Stream(dialect, place, query, chunk, first);
    queueUp(streams, stream, query.order.descending);
  }
  const found: Cursor[] = [];
  for (let taken = 0; taken < skip + limit; taken += 1) {
    const stream = streams.pop();
    const next = stream?.take();
    if (stream === undefined || next === undefined) break;
    if (taken >= skip) found.push(next);
    if (stream.isDrained()) yield* stream.fill();
    queueUp(streams, stream, query.order.descending);
  }
  return found;
}

/** Puts a stream at its place among others, of which the one whose head comes first is the last. */
function queueUp(streams: Stream[], stream: Stream, descending: boolean): void {
  const head = stream.head();
  if (head === undefined) return;
  let [from, to] = [0, streams.length];
  while (from < to) {
    const middle = (from + to) >>> 1;
    const other = streams[middle]?.head();
    if (other !== undefined && comesBefore(head, other) !== descending) from = middle + 1;
    else to = middle;
  }
  streams.splice(from, 0, stream);
}

/** The rows of one area, read chunk by chunk. */
class Stream {
  readonly #dialect: Dialect;
  readonly #place: Place;
  readonly #query: AreaQuery;
  readonly #chunk: number;
  #after: Cursor | null;
  #entries: readonly Cursor[] = [];
  #next = 0;
  #isDone = false;

  /** @param first the first chunk. */
  constructor(
    dialect: Dialect,
    place: Place,
    query: AreaQuery,
    chunk: number,
    first: readonly Cursor[],
  ) {
    this.#dialect = dialect;
    this.#place = place;
    this.#query = query;
    this.#chunk = chunk;
    this.#after = query.cursor;
    this.#hold(first);
  }

  /** Whether all that was read is taken, and there may be more. */
  isDrained(): boolean {
    return this.#next >= this.#entries.length && !this.#isDone;
  }

  *fill(): Plan<void> {
    this.#hold(yield* read(this.#dialect, this.#place, this.#query, this.#after, this.#chunk));
  }

  #hold(entries: readonly Cursor[]): void {
    this.#entries = entries;
    this.#next = 0;
    this.#isDone = entries.length < this.#chunk;
    this.#after = entries.at(-1) ?? null;
  }

  head(): Cursor | undefined {
    return this.#entries[this.#next];
  }

  take(): Cursor | undefined {
    const head = this.head();
    this.#next += 1;
    return head;
  }
}
