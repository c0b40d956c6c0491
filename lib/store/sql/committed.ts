/** The reads of committed rows: lists besides the others. */
import type { ResourceType } from '#lib/resources/define.ts';
import type { RowOf } from '#lib/resources/rows.ts';
import type { Asker, Committed, Page, PageQuery, WeekCount } from '#lib/store/handles.ts';
import { readsFrom, type Source } from '#lib/store/prisma/reads.ts';
import { selectChains } from './chain.ts';
import type { Job, Outcome } from './jobs.ts';
import { selectWeight } from './weight.ts';

/** @param perform does what may take long. */
export function committedReads(
  source: Source,
  perform: (job: Job, asker?: Asker) => Promise<Outcome>,
): Committed {
  return {
    ...readsFrom(source),
    uids: async (type, where, column, asker) =>
      (await perform({ kind: 'uids', type, where, column }, asker)) as string[],
    page: async <Type extends ResourceType>(type: Type, query: PageQuery, asker?: Asker) =>
      (await perform({ kind: 'page', type, query }, asker)) as Page<RowOf<Type>>,
    countRows: async (type, where, asker, distinct) => {
      const [count] = (await perform({ kind: 'count', type, where, distinct }, asker)) as number[];
      return count ?? 0;
    },
    weight: (type, where, most) =>
      source.run(() => selectWeight(source.dialect, type, where, most)),
    advisoriesByWeek: async (group, start, end, asker) =>
      (await perform({ kind: 'weeks', group, start, end }, asker)) as WeekCount[],
    chains: () => source.run(selectChains),
  };
}
