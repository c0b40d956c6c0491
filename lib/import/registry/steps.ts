/** The progress of a sync: what each of its steps has read and changed. */
import type { RegistryPosition, SyncCounts, SyncProblem, SyncRun } from '#lib/resources/rows.ts';

/** The number of problems that the result of a sync lists. The counts include all of them. */
const LISTED_PROBLEMS = 100;

export type TagCounts = Omit<SyncCounts, 'repositories'>;

export const noTags = (): TagCounts => ({
  tags: 0,
  created: 0,
  updated: 0,
  unchanged: 0,
  gone: 0,
  skipped: 0,
});

export function addCounts<Name extends string>(
  total: Record<NoInfer<Name>, number>,
  counts: Readonly<Partial<Record<Name, number>>>,
): void {
  for (const [name, count] of Object.entries(counts) as [Name, number][]) total[name] += count;
}

export interface Step {
  counts?: Partial<SyncCounts>;
  problems?: readonly SyncProblem[];
}

/**
 * The sync after a step. The argument stays unchanged, because a transaction may be rolled back.
 */
export function advanced(
  run: Readonly<SyncRun>,
  { counts = {}, problems = [] }: Step,
  cursor: Readonly<RegistryPosition>,
): SyncRun {
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
