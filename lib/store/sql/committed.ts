/** The reads of committed rows: lists besides the others. */
import type { ResourceType } from '#lib/resources/define.ts';
import type { ColumnOf, RowOf } from '#lib/resources/rows.ts';
import type { Asker, Committed, Page, PageQuery } from '#lib/store/handles.ts';
import type { Predicate } from '#lib/store/predicates.ts';
import { PrismaReads } from '#lib/store/prisma/reads.ts';
import type { Source } from '#lib/store/prisma/reads.ts';
import { selectChains } from './chain.ts';
import type { Job, Outcome } from './jobs.ts';

export class CommittedReads extends PrismaReads implements Committed {
  readonly #perform: (job: Job, asker?: Asker) => Promise<Outcome>;

  constructor(source: Source, perform: (job: Job, asker?: Asker) => Promise<Outcome>) {
    super(source);
    this.#perform = perform;
  }

  override async uids<Type extends ResourceType>(
    type: Type,
    where: Predicate,
    column: ColumnOf<Type>,
    asker?: Asker,
  ): Promise<string[]> {
    return (await this.#perform({ kind: 'uids', type, where, column }, asker)) as string[];
  }

  async page<Type extends ResourceType>(
    type: Type,
    query: PageQuery,
    asker?: Asker,
  ): Promise<Page<RowOf<Type>>> {
    return (await this.#perform({ kind: 'page', type, query }, asker)) as Page<RowOf<Type>>;
  }

  async pageRows<Type extends ResourceType>(
    type: Type,
    query: PageQuery,
    asker?: Asker,
  ): Promise<RowOf<Type>[]> {
    return (await this.#perform({ kind: 'pageRows', type, query }, asker)) as RowOf<Type>[];
  }

  chains(): Promise<string[]> {
    return this.source.run(selectChains);
  }
}
