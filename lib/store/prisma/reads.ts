/**
 * The reads of rows. Single rows, the rows that access is computed from, and tallies are read by prepared
 * statements on the same connection, because Prisma Client takes five to ten times as long. Prisma Client
 * does the other reads.
 *
 * @see docs/decisions/068-prisma-writes.md
 */
import { notFound } from '#lib/aip/errors.ts';
import type { ResourceType } from '#lib/resources/define.ts';
import type { ColumnOf, RowOf, TableName, Tables } from '#lib/resources/rows.ts';
import type {
  Asker,
  Order,
  Ownerless,
  Page,
  PageQuery,
  StatusCount,
  WeekCount,
} from '#lib/store/handles.ts';
import type { SimplePredicate, Predicate } from '#lib/store/predicates.ts';
import { selectChainEnd, selectChains } from '#lib/store/sql/chain.ts';
import { numbered, type Dialect } from '#lib/store/sql/dialect.ts';
import {
  selectBoundElsewhere,
  selectGrants,
  selectNow,
  type GrantsOf,
} from '#lib/store/sql/access.ts';
import type { Job, Outcome } from '#lib/store/sql/jobs.ts';
import type { Part, Run } from '#lib/store/sql/plan.ts';
import {
  selectAll,
  selectOne,
  selectPage,
  selectUids,
  selectWhere,
} from '#lib/store/sql/select.ts';
import { selectSpelled } from '#lib/store/sql/spellings.ts';
import { talliesOf, tallyOf } from '#lib/store/sql/tallies.ts';
import { selectWeight } from '#lib/store/sql/weight.ts';
import { COLUMNS } from '#lib/store/tables/columns.ts';
import { modelOf, type Handle, type Model } from './client.ts';
import { foundRow, toWhere } from './values.ts';

/** Where reads go. */
export interface Source {
  dialect: Dialect;
  /** Runs one call. Rejects as the caller should see it. */
  ask<T>(call: (handle: Handle) => PromiseLike<T>): Promise<T>;
  run: Run;
}

/** A call of a table's operations with the condition of a predicate. */
export function asked<T>(
  { dialect, ask }: Source,
  { table, where }: { table: TableName; where: SimplePredicate },
  call: (model: Model, condition: object) => PromiseLike<T>,
): Promise<T> {
  return ask((handle) => {
    const model = modelOf(handle, table);
    return call(model, toWhere({ dialect, table, model }, where));
  });
}

/** Runs statements whose rows nobody reads. */
export async function execute({ dialect, ask }: Source, ...parts: readonly Part[]): Promise<void> {
  for (const { sql, params } of parts) {
    const text = numbered(dialect, sql);
    await ask((handle) => handle.$executeRawUnsafe(text, ...params));
  }
}

/** The reads of {@link readsFrom}, which a snapshot, a transaction and `committed` have. */
export type Reads = ReturnType<typeof readsFrom>;

/** The reads of the store over one source: the database, a snapshot or a transaction. */
export function readsFrom(source: Source) {
  const { dialect, run } = source;
  async function find<Table extends TableName>(
    table: Table,
    where: SimplePredicate<ColumnOf<Table>>,
    { order, limit }: { order?: Order<ColumnOf<Table>>; limit?: number } = {},
  ): Promise<Tables[Table][]> {
    const query = {
      ...(order !== undefined && { orderBy: orderedBy(table, order) }),
      ...(limit !== undefined && { take: limit }),
    };
    const rows = await asked(source, { table, where }, (model, condition) =>
      model.findMany({ where: condition, ...query }),
    );
    return rows.map((row) => foundRow(dialect, table, row));
  }
  return {
    /** Without related rows, and in no particular order unless given. */
    find,
    /** Any one of the rows; null if there is none. */
    async first<Table extends TableName>(table: Table, where: SimplePredicate<ColumnOf<Table>>) {
      return (await find(table, where, { limit: 1 }))[0] ?? null;
    },
    /**
     * All rows that the condition finds, by one statement, with their related rows. For what access follows
     * from, which is looked up again after each change: {@link find} takes ten times as long.
     */
    rows: <Table extends TableName>(table: Table, where: Predicate<ColumnOf<Table>>) =>
      run(() => selectWhere(dialect, table, where)),
    /** Null where there is none. */
    get: <Type extends ResourceType>(type: Type, uid: string) => run(() => selectOne(type, uid)),
    /** @throws ApiError NOT_FOUND where there is none. */
    async existing<Type extends ResourceType>(type: Type, uid: string) {
      const row = await run(() => selectOne(type, uid));
      if (row === null) throw notFound(type, uid);
      return row;
    },
    /** In the order of the uids. Leaves out rows that no longer exist. */
    getAll: <Type extends ResourceType>(type: Type, uids: readonly string[]) =>
      run(() => selectAll(dialect, type, uids)),
    /** The first rows in an order, with their related rows; fewer where they are large. */
    async inOrder<Type extends ResourceType>(
      type: Type,
      where: Predicate<ColumnOf<Type>>,
      order: Order<ColumnOf<Type>>,
      limit: number,
    ) {
      const query = { where, order, limit, cursor: null, skip: 0 };
      return (await run(() => selectPage(dialect, type, query))).rows;
    },
    count: <Table extends TableName>(table: Table, where: SimplePredicate<ColumnOf<Table>>) =>
      asked(source, { table, where }, (model, condition) => model.count({ where: condition })),
    /** Only the uids, of all rows in the order of a column. */
    uids: <Type extends ResourceType>(type: Type, where: Predicate, column: ColumnOf<Type>) =>
      run(() => selectUids(dialect, type, where, column)),
    /** Reads kept counts; null if the uid is not that of a group. */
    tally: (type: ResourceType, uid: string) => run(() => tallyOf(type, uid)),
    /** The same of several kinds and groups by one statement. */
    tallies: (types: readonly ResourceType[], uids: readonly string[]) =>
      run(() => talliesOf(dialect, types, uids)),
    /**
     * All capabilities that role bindings grant to the identities.
     *
     * @param which as {@link GrantsOf}.
     */
    grants: (identities: readonly string[], which?: GrantsOf) =>
      run(() => selectGrants(dialect, identities, which)),
    /** By the clock that decides when bindings begin and end. */
    now: () => run(() => selectNow(dialect)),
    /** Of the identities, those to which organizations without one of the roots have bound a role. */
    boundElsewhere: (identities: readonly string[], roots: readonly string[]) =>
      run(() => selectBoundElsewhere(dialect, identities, roots)),
    /** The last record of an organization's chain; null if there is none. */
    chainEnd: (chain: string) => run(() => selectChainEnd(chain)),
  };
}

function orderedBy(table: TableName, { column, descending }: Order): object[] {
  const direction = descending ? 'desc' : 'asc';
  const hasTies = column !== 'uid' && 'uid' in COLUMNS[table];
  return [{ [column]: direction }, ...(hasTies ? [{ uid: direction }] : [])];
}

export type Committed = ReturnType<typeof committedReads>;

/**
 * Reads of committed rows: each sees what was committed when it began.
 *
 * @param perform does what may take long.
 */
export function committedReads(
  source: Source,
  perform: (job: Job, asker?: Asker) => Promise<Outcome>,
) {
  const { dialect, run } = source;
  return {
    ...readsFrom(source),
    uids: async <Type extends ResourceType>(
      type: Type,
      where: Predicate,
      column: ColumnOf<Type>,
      asker?: Asker,
    ) =>
      asker === undefined
        ? run(() => selectUids(dialect, type, where, column))
        : ((await perform({ kind: 'uids', type, where, column }, asker)) as string[]),
    page: async <Type extends ResourceType>(type: Type, query: PageQuery, asker?: Asker) =>
      (await perform({ kind: 'page', type, query }, asker)) as Page<RowOf<Type>>,
    /** The number of rows, or of different values of `distinct`: beside the event loop if it takes long. */
    async countRows<Type extends ResourceType>(
      type: Type,
      where: Predicate,
      asker: Asker,
      distinct?: ColumnOf<Type>,
    ) {
      const [count] = (await perform({ kind: 'count', type, where, distinct }, asker)) as number[];
      return count ?? 0;
    },
    /** What reading some rows would take. Counts no further than `most` rows. */
    weight: (type: ResourceType, where: Predicate, most: number) =>
      run(() => selectWeight(dialect, type, where, most)),
    /** Advisories below a group that were created from `start` (milliseconds) on, but before `end`. */
    advisoriesByWeek: async (group: string, start: number, end: number, asker: Asker) =>
      (await perform({ kind: 'weeks', group, start, end }, asker)) as WeekCount[],
    /** Advisories below a group, by severity and status. */
    advisoriesByStatus: async (group: string, asker: Asker) =>
      (await perform({ kind: 'statuses', group }, asker)) as StatusCount[],
    /** The first root groups by name that have no owner with effect. */
    ownerless: async (limit: number) =>
      (await perform({ kind: 'ownerless', limit })) as readonly Ownerless[],
    /** The organizations that have a chain, also those that are deleted. */
    chains: () => run(selectChains),
    /** The advisories that may be of one package, which is written in several ways. */
    spelled: () => run(selectSpelled),
  };
}
