/** The progress of a sync after each of its steps. */
import type { SyncCounts } from '#lib/resources/registry-source.ts';
import type { RegistryPosition, Problem, StoredRun } from '#lib/import/registry/leases.ts';
import { addCounts } from './counts.ts';

/** The number of problems that the result of a sync lists. The counts include all of them. */
const LISTED_PROBLEMS = 100;

export interface Step {
  counts?: Partial<SyncCounts>;
  problems?: readonly Problem[];
}

/**
 * The sync after a step. The argument stays unchanged, because a transaction may be rolled back.
 */
export function advanced(
  run: Readonly<StoredRun>,
  { counts = {}, problems = [] }: Step,
  cursor: Readonly<RegistryPosition>,
): StoredRun {
  const total = { ...run.counts };
  addCounts(total, counts);
  total.skipped += problems.length;
  return {
    ...run,
    counts: total,
    cursor: { ...cursor },
    problems: [...run.problems, ...problems].slice(0, LISTED_PROBLEMS),
  };
}
