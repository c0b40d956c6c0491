/** Counts of the work done during a sync. */
import type { SyncCounts } from '#lib/resources/registry-source.ts';

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
