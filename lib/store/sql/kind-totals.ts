/** How many advisories are of some kinds, from what triggers count. */
import type { ResourceType } from '#lib/resources/define.ts';
import { all, any, below } from '#lib/store/predicates.ts';
import type { Predicate } from '#lib/store/predicates.ts';
import { ADVISORY_KINDS } from './advisory-tallies.ts';
import type { Place } from './area-reads.ts';
import type { Dialect } from './dialect.ts';
import { rowsOf } from './plan.ts';
import type { Plan } from './plan.ts';
import { selectTotal } from './select.ts';
import { toCondition } from './where.ts';

/** @returns null if the filter is not one of the kinds of advisories. */
export function* totalOfKinds(
  dialect: Dialect,
  type: ResourceType,
  places: readonly Place[],
  filter: Predicate,
): Plan<number | null> {
  if (type !== 'Advisory' || !isOfKinds(filter)) return null;
  const { sql, params } = toCondition(dialect, type, filter);
  const counted = yield* rowsOf<{ place: number; n: number }>(
    `SELECT t."place", CAST(coalesce(sum(t."count") FILTER (WHERE ${sql}), 0) AS INTEGER) AS n
     FROM ${dialect.listSource('v', 'integer')} JOIN "AdvisoryTally" AS t ON t."place" = v."value"
     GROUP BY t."place"`,
    [...params, dialect.list(places.map(({ id }) => id))],
  );
  const total = counted.reduce((sum, { n }) => sum + n, 0);
  const known = new Set(counted.map(({ place }) => place));
  const small = places.filter(({ id }) => !known.has(id));
  if (small.length === 0) return total;
  const inSmall = any(...small.map(({ uid }) => below(uid)));
  return total + (yield* selectTotal(dialect, type, all(inSmall, filter)));
}

function isOfKinds(filter: Predicate): boolean {
  if (filter.kind === 'all') return filter.of.every(isOfKinds);
  return filter.kind === 'in' && ADVISORY_KINDS.some((column) => column === filter.column);
}
