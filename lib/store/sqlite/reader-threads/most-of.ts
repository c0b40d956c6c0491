/** Whether a long read had better take a table as it lies on the disk. */
import type { ResourceType } from '#lib/resources/define.ts';
import type { Predicate } from '#lib/store/predicates.ts';
import { tallyOf } from '#lib/store/sql/tallies.ts';
import { rowOf } from '#lib/store/sql/plan.ts';
import type { Plan } from '#lib/store/sql/plan.ts';

/** A row found by an index takes as long as so many rows in their order on the disk. */
const ROWS_FOR_A_LOOKUP = 4;

/** Whether the groups that a condition asks for hold so much of a table. */
export function* isMostOf(type: ResourceType, where: Predicate): Plan<boolean> {
  const size = yield* sizeOf(type, where);
  if (size === null) return false;
  // The highest rowid is found at once. After deletions it is more than there are.
  const rows = yield* rowOf<{ most: number | null }>(`SELECT max(rowid) AS most FROM "${type}"`);
  return size * ROWS_FOR_A_LOOKUP >= (rows?.most ?? 0);
}

/** How many rows the named groups hold at most; null where the condition names none. */
function* sizeOf(type: ResourceType, where: Predicate): Plan<number | null> {
  if (where.kind === 'below') return (yield* tallyOf(type, where.uid))?.below ?? 0;
  if (where.kind !== 'all' && where.kind !== 'any') return null;
  const sizes: number[] = [];
  for (const part of where.of) {
    const size = yield* sizeOf(type, part);
    if (size !== null) sizes.push(size);
  }
  if (sizes.length === 0) return null;
  return where.kind === 'all' ? Math.min(...sizes) : sizes.reduce((sum, size) => sum + size, 0);
}
