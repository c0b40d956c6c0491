/** The progress of a sync: what each of its steps has read and changed, and could not read. */
import type { RegistryPosition, SyncCounts, SyncProblem, SyncRun } from '#lib/resources/rows.ts';
import type { Looks } from './look-at-tags.ts';

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

/** Registries may send long texts. */
const MAX_REASON = 400;

const short = (reason: string) =>
  reason.length <= MAX_REASON ? reason : `${reason.slice(0, MAX_REASON - 1)}…`;

export function repositoryProblem(repository: string, reason: string): SyncProblem {
  return { name: repository, repository, reason: short(reason) };
}

export function tagProblem(repository: string, tag: string, reason: string): SyncProblem {
  return { name: `${repository}:${tag}`, repository, tag, reason: short(reason) };
}

export function problemsOf(repository: string, { looks }: Looks): SyncProblem[] {
  return looks.flatMap((look) =>
    look.kind === 'problem' ? [tagProblem(repository, look.name, look.reason)] : [],
  );
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
