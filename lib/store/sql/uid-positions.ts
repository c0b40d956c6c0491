/**
 * Finds a position in the order of uids by what is counted. The rows of an area lie together in that
 * order, so that their positions follow from those in the ranking of their root group.
 */
import { rootUid } from '#lib/aip/uid.ts';
import { typeId } from '#lib/store/tables/orders.ts';
import type { AreaQuery, Place } from './area-reads.ts';
import type { Dialect } from './dialect.ts';
import { given } from './given.ts';
import { rowOf } from './plan.ts';
import type { Plan } from './plan.ts';
import type { Start } from './positions.ts';
import { numbersOf, rankedAt, rankOf } from './ranks.ts';

export interface Reached {
  /** How many rows of the area are after the cursor. */
  behind: number;
  /** Where the page begins; null if all of these are skipped. */
  start: Start | null;
}

const ROOT = `SELECT p."id", y."below" FROM "Place" AS p
  JOIN "Tally" AS y ON y."place" = p."id" AND y."type" = ${given('integer')} AND y."ranked"
  WHERE p."uid" = ${given('text')}`;

/** @returns null for so few rows that they have no ranking. */
export function* reachedByUid(
  dialect: Dialect,
  place: Place,
  query: AreaQuery,
): Plan<Reached | null> {
  const { type, cursor, skip } = query;
  const uid = rootUid(place.uid);
  const found = yield* rowOf<{ id: number; below: number }>(ROOT, [typeId(type), uid]);
  if (found === undefined) return null;
  const { descending } = query.order;
  // Blocks count the group itself, so it is one of the rows here.
  const root: Place = { uid, withSelf: true, id: found.id, size: found.below, isRanked: true };
  const byUid = { ...query, order: { column: 'uid', descending: false } };
  const before = (sign: '<' | '<=', row: string) =>
    rankOf(dialect, root, byUid, sign, { value: '', uid: row }, null);
  const [from = 0, passed = 0] = yield* numbersOf([
    before(place.withSelf ? '<' : '<=', place.uid),
    ...(cursor === null ? [] : [before(descending ? '<' : '<=', cursor.uid)]),
  ]);
  const to = from + place.size;
  // The cursor may be in another area.
  const at = cursor === null ? (descending ? to : from) : Math.min(Math.max(passed, from), to);
  const behind = descending ? at - from : to - at;
  if (skip >= behind) return { behind, start: null };
  const last = descending ? at - skip : at + skip - 1;
  return { behind, start: { cursor: yield* rankedAt(dialect, root, byUid, last), skip: 0 } };
}
