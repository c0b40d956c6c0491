/** The reads of committed rows: lists besides the others. */
import type { ResourceType } from '#lib/resources/define.ts';
import type { ColumnOf, RowOf } from '#lib/resources/rows.ts';
import type { Asker, Committed, Page, PageQuery } from '#lib/store/handles.ts';
import type { Predicate } from '#lib/store/predicates.ts';
import { PrismaReads } from '#lib/store/prisma/reads.ts';
import type { Source } from '#lib/store/prisma/reads.ts';
import { selectChains } from './chain.ts';
import type { Dialect } from './dialect.ts';
import { readPage, readPageRows } from './page.ts';
import type { Runner } from './plan.ts';
import { selectUids } from './select.ts';

/** What statements are prepared for and run by. */
export interface Prepared {
  dialect: Dialect;
  runner: Runner;
}

export class CommittedReads extends PrismaReads implements Committed {
  readonly prepared: Prepared;

  constructor(source: Omit<Source, 'runner'>, prepared: Prepared) {
    super({ ...source, runner: prepared.runner });
    this.prepared = prepared;
  }

  override uids<Type extends ResourceType>(
    type: Type,
    where: Predicate,
    column: ColumnOf<Type>,
    _asker?: Asker,
  ): Promise<string[]> {
    const { dialect, runner } = this.prepared;
    return runner.run(() => selectUids(dialect, type, where, column));
  }

  page<Type extends ResourceType>(
    type: Type,
    query: PageQuery,
    _asker?: Asker,
  ): Promise<Page<RowOf<Type>>> {
    const { dialect, runner } = this.prepared;
    return runner.runAtOnce(() => readPage(dialect, type, query));
  }

  pageRows<Type extends ResourceType>(
    type: Type,
    query: PageQuery,
    _asker?: Asker,
  ): Promise<RowOf<Type>[]> {
    const { dialect, runner } = this.prepared;
    return runner.runAtOnce(() => readPageRows(dialect, type, query));
  }

  chains(): Promise<string[]> {
    return this.prepared.runner.run(selectChains);
  }
}
