/** The reads that may take long, as data, so that another thread can be asked for them. */
import type { ResourceType } from '#lib/resources/define.ts';
import type { RowOf } from '#lib/resources/rows.ts';
import type { Page, PageQuery } from '#lib/store/handles.ts';
import type { Predicate } from '#lib/store/predicates.ts';
import type { Dialect } from './dialect.ts';
import { costFor } from './cost.ts';
import { selectOwnerless } from './ownerless.ts';
import { readPage } from './page.ts';
import type { Plan } from './plan.ts';
import { selectCount, selectUids } from './select.ts';
import { selectByStatus, selectByWeek, type Weeks } from './figures.ts';

export type Job =
  | { kind: 'page'; type: ResourceType; query: PageQuery }
  | { kind: 'uids'; type: ResourceType; where: Predicate; column: string }
  | { kind: 'count'; type: ResourceType; where: Predicate; distinct?: string }
  | { kind: 'ownerless'; limit: number }
  | { kind: 'statuses'; group: string }
  | ({ kind: 'weeks' } & Weeks);

/** A page; or the items of a list. */
export type Outcome = Page<RowOf<ResourceType>> | readonly unknown[];

export function* outcomeOf(dialect: Dialect, job: Job): Plan<Outcome> {
  switch (job.kind) {
    case 'page':
      return yield* readPage(dialect, job.type, job.query);
    case 'uids': {
      const cost = yield* costFor(dialect, job.type, job);
      return yield* selectUids(dialect, job.type, job.where, job.column, cost);
    }
    case 'count': {
      const { type, where, distinct } = job;
      const cost = yield* costFor(dialect, type, job);
      return [yield* selectCount(dialect, type, where, { distinct, cost })];
    }
    case 'ownerless':
      return yield* selectOwnerless(dialect, job.limit);
    case 'statuses':
      return yield* selectByStatus(dialect, job.group);
    case 'weeks':
      return yield* selectByWeek(dialect, job);
  }
}
