/** The kept numbers of rows: directly in a group, below it, and of each kind in all. */
import type { ResourceType } from '#lib/resources/define.ts';
import type { Place, Subtree, Tally } from '#lib/store/handles.ts';
import { typeId } from '#lib/store/tables/type-id.ts';
import type { Dialect } from './dialect.ts';
import { rowOf, rowsOf, type Plan } from './plan.ts';
import { given } from './values.ts';

/** The group of the tallies that count all rows of a kind. */
export const EVERYTHING = '';

/**
 * How many parts a total has where several write at a time, beside that of whoever writes alone. Each is a row,
 * so that nobody waits for another one's.
 */
export const PARTS = 64;

/** The numbers of a kind in the rows that together count all of it, the part of whoever writes alone first. */
export function totalOf({ isRemote }: Pick<Dialect, 'isRemote'>, type: ResourceType) {
  const id = typeId(type);
  const first = -2 * PARTS * id;
  return isRemote ? { first: first - PARTS, last: first } : { first: id, last: id };
}

const TALLY = `SELECT y."here", y."below" FROM "Group" AS g
  LEFT JOIN "Tally" AS y ON y."group" = g."uid" AND y."type" = ${given('integer')}
  WHERE g."uid" = ${given('text')}`;

/** The number of rows directly in a group and below it; null if it is not a group. */
export function* tallyOf(type: ResourceType, uid: string): Plan<Tally | null> {
  const params = [typeId(type), uid];
  const tally = yield* rowOf<{ here: number | null; below: number | null }>(TALLY, params);
  return tally === undefined ? null : { here: tally.here ?? 0, below: tally.below ?? 0 };
}

/** By uid and kind. Without uids that are not of groups, and without kinds of which a group has nothing. */
export type Tallies = ReadonlyMap<string, ReadonlyMap<ResourceType, Tally>>;

/** The numbers of several kinds in several groups. */
export function* talliesOf(
  dialect: Dialect,
  types: readonly ResourceType[],
  uids: readonly string[],
): Plan<Tallies> {
  const rows = yield* rowsOf<{ uid: string; type: number | null } & Tally>(
    `SELECT g."uid", y."type", y."here", y."below" FROM ${dialect.listSource('v', 'text')}
     JOIN "Group" AS g ON g."uid" = v."value"
     LEFT JOIN "Tally" AS y ON y."group" = g."uid" AND ${dialect.whereListed('y."type"', 'integer')}`,
    [dialect.list(uids), dialect.list(types.map(typeId))],
  );
  const typeOf = new Map(types.map((type) => [typeId(type), type]));
  const found = new Map<string, Map<ResourceType, Tally>>();
  for (const { uid, type: id, here, below } of rows) {
    const tallies = found.get(uid) ?? new Map<ResourceType, Tally>();
    found.set(uid, tallies);
    const type = id === null ? undefined : typeOf.get(id);
    if (type !== undefined) tallies.set(type, { here, below });
  }
  return found;
}

export interface Size {
  rows: number;
  /** How many rows the place has in all groups of it, at any depth. */
  below: number;
  /** How many rows the table has. */
  all: number;
}

/** The uids of the rows of a subtree, as a condition on `t` with the group as `v`. */
export const inSubtree = ({ withSelf }: Pick<Subtree, 'withSelf'>): string =>
  `t."uid" ${withSelf ? '>= v."value"' : `> v."value" || '/'`} AND t."uid" < v."value" || '0'`;

/** Counts the rows below a resource without a tally: a group without such rows, or no group. */
export function* sizeOf(dialect: Dialect, type: ResourceType, place: Place): Plan<Size> {
  const uncounted = (condition: string) =>
    `(SELECT count(*) FROM "${type}" AS t WHERE ${condition} AND ${dialect.sampled})`;
  const self = `(SELECT count(*) FROM "Group" AS g WHERE g."uid" = v."value")`;
  const withSelf = place.subtrees?.[0]?.withSelf === true;
  const deep = `coalesce(y."below", ${uncounted(inSubtree({ withSelf: false }))})`;
  const here = `coalesce(y."here", ${uncounted(`t."parent" = v."value"`)})`;
  const sizes = place.subtrees === null ? [here, deep] : [`${deep}${withSelf ? ` + ${self}` : ''}`];
  const sums = sizes.map((size, index) => `CAST(sum(${size}) AS INTEGER) AS "n${index}"`);
  const total = totalOf(dialect, type);
  const [row] = yield* rowsOf<{ n0: number | null; n1?: number | null; all: number | null }>(
    `SELECT ${sums.join(', ')}, (SELECT CAST(sum("below") AS INTEGER) FROM "Tally"
       WHERE "group" = '${EVERYTHING}' AND "type" BETWEEN ${given('integer')} AND ${given('integer')}) AS "all"
     FROM ${dialect.listSource('v', 'text')}
     LEFT JOIN "Tally" AS y ON y."group" = v."value" AND y."type" = ${given('integer')}`,
    [
      total.first,
      total.last,
      dialect.list(place.subtrees?.map(({ uid }) => uid) ?? [place.parent]),
      typeId(type),
    ],
  );
  const rows = row?.n0 ?? 0;
  return { rows, below: row?.n1 ?? rows, all: row?.all ?? 0 };
}
