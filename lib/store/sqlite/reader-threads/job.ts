/** A read that a thread can be asked for, and how it is done on a connection. */
import type { ResourceType } from '#lib/resources/define.ts';
import type { Page, PageQuery } from '#lib/store/handles.ts';
import type { RowOf } from '#lib/resources/rows.ts';
import type { Predicate } from '#lib/store/predicates.ts';
import type { Dialect } from '#lib/store/sql/dialect.ts';
import { readPage, readPageRows } from '#lib/store/sql/page.ts';
import type { Plan } from '#lib/store/sql/plan.ts';
import { selectUids } from '#lib/store/sql/select.ts';
import type { Connection } from '../connection.ts';
import { metered, scanning } from '../dialect.ts';
import { isInOrder } from './in-order.ts';
import { isMostOf } from './most-of.ts';

export type Job =
  | { kind: 'page' | 'pageRows'; type: ResourceType; query: PageQuery }
  | { kind: 'uids'; type: ResourceType; where: Predicate; column: string };

/** A page; or the items of a list. */
export type Outcome = Page<RowOf<ResourceType>> | readonly unknown[];

/** All of it sees the same committed rows. */
export function perform(connection: Connection, job: Job, isLong = false): Outcome {
  return connection.atOnce(() => connection.follow(outcomeOf(job, isLong)));
}

function* outcomeOf(job: Job, isLong: boolean): Plan<Outcome> {
  switch (job.kind) {
    case 'page':
      return yield* readPage(yield* dialectFor(job, isLong), job.type, job.query);
    case 'pageRows':
      return yield* readPageRows(yield* dialectFor(job, isLong), job.type, job.query);
    case 'uids':
      return yield* selectUids(metered, job.type, job.where, job.column);
  }
}

type PageJob = Extract<Job, { query: PageQuery }>;

function* dialectFor({ type, query }: PageJob, isLong: boolean): Plan<Dialect> {
  if (!isLong || isInOrder(query)) return metered;
  return (yield* isMostOf(type, query.where)) ? scanning : metered;
}
