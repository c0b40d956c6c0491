/** A read that a thread can be asked for, and how it is done on a connection. */
import type { ResourceType } from '#lib/resources/define.ts';
import type { Page, PageQuery } from '#lib/store/handles.ts';
import type { RowOf } from '#lib/resources/rows.ts';
import type { Predicate } from '#lib/store/predicates.ts';
import { readPage, readPageRows } from '#lib/store/sql/page.ts';
import { selectUids } from '#lib/store/sql/select.ts';
import type { Connection } from '../connection.ts';
import { dialect } from '../dialect.ts';

export type Job =
  | { kind: 'page' | 'pageRows'; type: ResourceType; query: PageQuery }
  | { kind: 'uids'; type: ResourceType; where: Predicate; column: string };

/** A page; or the items of a list. */
export type Outcome = Page<RowOf<ResourceType>> | readonly unknown[];

/** All of it sees the same committed rows. */
export function perform(connection: Connection, job: Job): Outcome {
  switch (job.kind) {
    case 'page':
      return connection.atOnce(() => connection.follow(readPage(dialect, job.type, job.query)));
    case 'pageRows':
      return connection.atOnce(() => connection.follow(readPageRows(dialect, job.type, job.query)));
    case 'uids':
      return connection.follow(selectUids(dialect, job.type, job.where, job.column));
  }
}
