/** How far a run is after each of its steps. */
import type { SyncCounts } from '#lib/resources/registry-source.ts';
import type { RegistryPosition, Problem, StoredRun } from '#lib/store/registry/sources.ts';
import { addCounts } from './counts.ts';

/** Problems that the result of a run lists; the counts have all of them. */
const LISTED_PROBLEMS = 100;

/** What one transaction has done. */
export interface Step {
  counts?: Partial<SyncCounts>;
  problems?: readonly Problem[];
}

/** The run after a step. The run itself stays as it is, because a transaction may be rolled back. */
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
