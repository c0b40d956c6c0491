/** Which row of an area has a rank, and which rank a row has, by blocks where there are some. */
import type { Cursor } from '#lib/aip/page-token.ts';
import type { Area } from '#lib/store/handles.ts';
import { listId } from '#lib/store/tables/orders.ts';
import {
  compared,
  cursorAt,
  cutAt,
  entryColumns,
  IN_RANKING,
  isRanked,
  listedPart,
  rangeOf,
  read,
} from './area-reads.ts';
import type { AreaQuery, Entry, ListedEntry, Place } from './area-reads.ts';
import type { Dialect, Remote } from './dialect.ts';
import { given } from './given.ts';
import { rowOf, rowsOf } from './plan.ts';
import type { Plan, Statement } from './plan.ts';
import { PART } from './select.ts';
import { kindOf } from './values.ts';

type Part = Pick<Statement, 'sql' | 'params'>;

const LOST = new Error('there are fewer rows than counted');

/** The row of an area before which there are so many, in ascending order. */
export function* entryAt(
  dialect: Dialect,
  place: Place,
  query: AreaQuery,
  rank: number,
): Plan<Cursor> {
  if (isRanked(place, query)) return yield* rankedAt(dialect, place, query, rank);
  const ascending = { ...query, order: { ...query.order, descending: false } };
  const [row] = yield* read(dialect, place, ascending, null, 1, rank);
  if (row === undefined) throw LOST;
  return row;
}

interface Block extends Entry {
  /** The number of entries before it, from where it was looked for. */
  before: number;
}

/** The block of a level with an entry, from a block of the level above on. */
const blockAt = (from: string) => `SELECT "key", "tail", "until" - "count" AS "before"
  FROM (SELECT "key", "tail", "count", CAST(sum("count") OVER (
      ORDER BY "key", "tail" ROWS UNBOUNDED PRECEDING) AS INTEGER) AS "until"
    FROM "RankingBlock" WHERE ${IN_RANKING} AND "level" = ${given('integer')}${from}) AS b
  WHERE "until" > ? AND "until" - "count" <= ? LIMIT 1`;
const LARGE = blockAt('');
const SMALL = blockAt(' AND ("key", "tail") >= (?, ?)');

/** The same in a ranking. */
export function* rankedAt(
  dialect: Dialect,
  place: Place,
  query: AreaQuery,
  rank: number,
): Plan<Cursor> {
  const list = listId(query.type, query.order.column);
  const large = yield* rowOf<Block>(LARGE, [place.id, list, 1, rank, rank]);
  const rest = rank - (large?.before ?? 0);
  const small =
    large === undefined
      ? undefined
      : yield* rowOf<Block>(SMALL, [place.id, list, 0, large.key, large.tail, rest, rest]);
  const [from, params] =
    small === undefined ? ['', []] : [' AND ("key", "tail") >= (?, ?)', [small.key, small.tail]];
  let skip = rest - (small?.before ?? 0);
  if (small !== undefined) skip += yield* selfBefore(dialect, place, query, small);
  const entry = yield* rowOf<ListedEntry>(
    `SELECT ${entryColumns(dialect)} FROM "Ranking" WHERE ${listedPart(dialect, place, query.type)}${from}
     ORDER BY "key", "tail"${PART}`,
    [place.id, list, ...params, 1, skip],
  );
  if (entry === undefined) throw LOST;
  return cursorAt(dialect, place, query, entry);
}

/** 1 if the group's own entry, which blocks count, is before a block and not listed. */
function* selfBefore(
  dialect: Dialect,
  place: Place,
  query: AreaQuery,
  { key, tail }: Entry,
): Plan<number> {
  const self = yield* selfOf(place, query);
  if (self === null) return 0;
  const row = yield* rowOf<{ n: number }>(
    `SELECT CAST(count(*) AS INTEGER) AS n FROM "Ranking" WHERE ${IN_RANKING}
     AND "key" = ? AND "tail" = ${dialect.noBytes} AND ("key", "tail") < (?, ?)`,
    [place.id, listId(query.type, query.order.column), dialect.toKey(self), key, tail],
  );
  return row?.n ?? 0;
}

/** The value of a group that is in its ranking and not listed; else null. */
function* selfOf(place: Place, { type, order }: AreaQuery): Plan<string | number | null> {
  if (type !== 'Group' || place.withSelf) return null;
  const row = yield* rowOf<{ value: string | number }>(
    `SELECT "${order.column}" AS "value" FROM "Group" WHERE "uid" = ?`,
    [place.uid],
  );
  return row?.value ?? null;
}

/** How many rows there are in each area before a row, or up to it, in ascending order. */
export function* ranksOf(
  dialect: Dialect,
  places: readonly Place[],
  query: AreaQuery,
  sign: '<' | '<=',
  row: Cursor,
): Plan<number[]> {
  const parts: Part[] = [];
  for (const place of places) {
    if (isRanked(place, query)) {
      const self = yield* selfOf(place, query);
      parts.push(rankOf(dialect, place, query, sign, row, self));
    } else {
      parts.push(sortedRankOf(dialect, place, query, sign, row));
    }
  }
  return yield* numbersOf(parts);
}

/** How many rows there are in each area from one row on and before another. */
export function* countsBetween(
  dialect: Dialect,
  places: readonly Place[],
  query: AreaQuery,
  [sign, from]: ['>' | '>=', Cursor],
  to: Cursor,
): Plan<number[]> {
  const parts = places.map((place): Part => {
    if (!isRanked(place, query)) {
      const range = rangeOf(place);
      const after = sortedCompared(dialect, query, sign, from);
      const before = sortedCompared(dialect, query, '<', to);
      return {
        sql: `(SELECT count(*) FROM "${query.type}"
          WHERE ${range.sql} AND ${after.sql} AND ${before.sql})`,
        params: [...range.params, ...after.params, ...before.params],
      };
    }
    const entries = {
      sql: `"Ranking" AS e WHERE ${listedPart(dialect, place, query.type)}`,
      params: [place.id, listId(query.type, query.order.column)],
    };
    if (dialect.remote !== null) {
      const [start, end] = [
        edgeAt(dialect.remote, place, sign === '>', from),
        edgeAt(dialect.remote, place, false, to),
      ];
      return summed(dialect, 'count(*)', entries, start, '<', end);
    }
    const after = compared(dialect, place, sign, from);
    const before = compared(dialect, place, '<', to);
    return {
      sql: `(SELECT count(*) FROM ${entries.sql} AND ${after.sql} AND ${before.sql})`,
      params: [...entries.params, ...after.params, ...before.params],
    };
  });
  return yield* numbersOf(parts);
}

/** The numbers that some expressions have, in one statement. */
export function* numbersOf(parts: readonly Part[]): Plan<number[]> {
  const found = yield* rowsOf<{ part: number; n: number }>(
    parts
      .map(({ sql }, index) => `SELECT ${index} AS "part", CAST(${sql} AS INTEGER) AS n`)
      .join(' UNION ALL '),
    parts.flatMap(({ params }) => params),
  );
  const numbers = parts.map(() => 0);
  for (const { part, n } of found) numbers[part] = n;
  return numbers;
}

/** A position in a ranking as expressions. */
interface Edge {
  key: Part;
  tail: Part;
}

const edgeOf = (as: string): Edge => ({
  key: { sql: `${as}."key"`, params: [] },
  tail: { sql: `${as}."tail"`, params: [] },
});

/** {@link cutAt} as parameters. */
function edgeAt(remote: Remote, area: Area, isBehind: boolean, row: Cursor): Edge {
  const [key, tail] = cutAt(remote, area, isBehind, row);
  const edge = (bytes: Buffer): Part => ({ sql: 'CAST(? AS bytea)', params: [bytes] });
  return { key: edge(key), tail: edge(tail) };
}

/**
 * A sum over what is from one position on and before another, or up to it.
 *
 * PostgreSQL compares rows by their first column alone to see where to stop. So it would read all
 * that has the same key as the end, which for severities is a fifth of a ranking: there it reads
 * what has another key, and what has the same one.
 *
 * @param source `e`, up to a condition that it meets as a whole.
 */
function summed(
  dialect: Dialect,
  what: string,
  source: Part,
  from: Edge,
  sign: '<' | '<=',
  { key, tail }: Edge,
): Part {
  const summedIf = (condition: string) =>
    `coalesce((SELECT ${what} FROM ${source.sql} AND ${condition}), 0)`;
  const isAfter = `(e."key", e."tail") >= (${from.key.sql}, ${from.tail.sql})`;
  const start = [...from.key.params, ...from.tail.params];
  if (dialect.remote === null) {
    return {
      sql: summedIf(`${isAfter} AND (e."key", e."tail") ${sign} (${key.sql}, ${tail.sql})`),
      params: [...source.params, ...start, ...key.params, ...tail.params],
    };
  }
  const first = `CASE WHEN ${key.sql} = ${from.key.sql} THEN ${from.tail.sql} ELSE ${dialect.noBytes} END`;
  const others = summedIf(`${isAfter} AND e."key" < ${key.sql}`);
  const equals = summedIf(
    `e."key" = ${key.sql} AND e."tail" >= ${first} AND e."tail" ${sign} ${tail.sql}`,
  );
  return {
    sql: `${others} + ${equals}`,
    params: [
      ...source.params,
      ...start,
      ...key.params,
      ...source.params,
      ...key.params,
      ...key.params,
      ...start,
      ...tail.params,
    ],
  };
}

/** How many entries of a ranking there are before a row, or up to it; without the group itself. */
export function rankOf(
  dialect: Dialect,
  place: Place,
  query: AreaQuery,
  sign: '<' | '<=',
  row: Cursor,
  self: string | number | null,
): Part {
  const list = [place.id, listId(query.type, query.order.column)];
  const { sql: before, params: cut } = compared(dialect, place, sign, row);
  const last = (level: number) => `(SELECT "place", "list", "key", "tail" FROM "RankingBlock"
      WHERE ${IN_RANKING} AND "level" = ${level} AND ${before}
      ORDER BY "key" DESC, "tail" DESC LIMIT 1)`;
  const blocks = (level: number) => `"RankingBlock" AS e WHERE e."place" = large."place"
        AND e."list" = large."list" AND e."level" = ${level}`;
  const [large, small] = [edgeOf('large'), edgeOf('small')];
  const inLarge = summed(
    dialect,
    'sum(e."count")',
    { sql: blocks(0), params: [] },
    large,
    '<',
    small,
  );
  const [key, tail] = cut.map((one): Part => ({ sql: '?', params: [one] }));
  const entries = { sql: `"Ranking" AS e WHERE ${IN_RANKING}`, params: list };
  const inSmall =
    key !== undefined && tail !== undefined
      ? summed(dialect, 'count(*)', entries, small, sign, { key, tail })
      : {
          sql: `(SELECT count(*) FROM ${entries.sql}
        AND ("key", "tail") >= (small."key", small."tail") AND ${before})`,
          params: [...list, ...cut],
        };
  const counted = `(SELECT
      coalesce((SELECT sum(e."count") FROM ${blocks(1)}
        AND (e."key", e."tail") < (large."key", large."tail")), 0)
      + ${inLarge.sql}
      + ${inSmall.sql}
    FROM ${last(1)} AS large CROSS JOIN ${last(0)} AS small)`;
  const walked = `(SELECT count(*) FROM "Ranking" WHERE ${IN_RANKING} AND ${before})`;
  const all = [...list, ...cut];
  const [minus, own] =
    self === null
      ? ['', []]
      : [
          ` - (SELECT count(*) FROM "Ranking" WHERE ${IN_RANKING}
        AND "key" = ? AND "tail" = ${dialect.noBytes} AND ${before})`,
          [...list, dialect.toKey(self), ...cut],
        ];
  return {
    sql: `(coalesce(${counted}, ${walked})${minus})`,
    params: [...inSmall.params, ...all, ...all, ...all, ...own],
  };
}

function sortedRankOf(
  dialect: Dialect,
  place: Place,
  query: AreaQuery,
  sign: '<' | '<=',
  row: Cursor,
): Part {
  const range = rangeOf(place);
  const before = sortedCompared(dialect, query, sign, row);
  return {
    sql: `(SELECT count(*) FROM "${query.type}" WHERE ${range.sql} AND ${before.sql})`,
    params: [...range.params, ...before.params],
  };
}

function sortedCompared(
  dialect: Dialect,
  { type, order: { column } }: AreaQuery,
  sign: string,
  row: Cursor,
): Part {
  const unindexed = (name: string) => dialect.unindexed(`"${name}"`, kindOf(type, name));
  return {
    sql: `(${unindexed(column)}, ${unindexed('uid')}) ${sign} (?, ?)`,
    params: [row.value, row.uid],
  };
}
