/**
 * The reads of rows, over committed rows, a snapshot or a transaction.
 *
 * @see docs/decisions/068-prisma-writes.md
 */
import type { ResourceType } from '#lib/resources/define.ts';
import type { ColumnOf, RowOf, TableName } from '#lib/resources/rows.ts';
import type { Asker, KeyLimits, Order, Page, PageQuery, WeekCount } from '#lib/store/handles.ts';
import { is, isIn, type Predicate } from '#lib/store/predicates.ts';
import { selectChainEnd, selectChains } from './chain.ts';
import type { Dialect } from './dialect.ts';
import { selectGrants } from './grants.ts';
import type { Job, Outcome } from './jobs.ts';
import type { Run } from './plan.ts';
import { selectCount, selectRows, selectUids } from './select.ts';
import { tallyOf } from './tallies.ts';
import { selectWeight } from './weight.ts';

export type Reads = ReturnType<typeof readsFrom>;

export function readsFrom(dialect: Dialect, run: Run) {
  const find = <Table extends TableName>(
    table: Table,
    where: Predicate<ColumnOf<Table>>,
    found?: { order?: Order<ColumnOf<Table>>; limit?: number },
  ): Promise<RowOf<Table>[]> => run(() => selectRows(dialect, table, where, found));
  /** Any one of the rows; null if there is none. */
  const first = async <Table extends TableName>(
    table: Table,
    where: Predicate<ColumnOf<Table>>,
  ): Promise<RowOf<Table> | null> => (await find(table, where, { limit: 1 }))[0] ?? null;
  return {
    find,
    first,
    get: <Type extends ResourceType>(type: Type, uid: string) => first(type, is('uid', uid)),
    /** In the order of the uids. Leaves out rows that no longer exist. */
    async getAll<Type extends ResourceType>(type: Type, uids: readonly string[]) {
      const rows = uids.length === 0 ? [] : await find(type, isIn('uid', uids));
      const byUid = new Map(rows.map((row) => [row.uid, row]));
      return uids.flatMap((uid) => byUid.get(uid) ?? []);
    },
    count: <Table extends TableName>(table: Table, where: Predicate<ColumnOf<Table>>) =>
      run(() => selectCount(dialect, table, where)),
    /** Only the uids, of all rows in the order of a column. */
    uids: <Type extends ResourceType>(type: Type, where: Predicate, column: ColumnOf<Type>) =>
      run(() => selectUids(dialect, type, where, column)),
    /** Reads kept counts; null if the uid is not that of a group. */
    tally: (type: ResourceType, uid: string) => run(() => tallyOf(type, uid)),
    /** All capabilities that role bindings grant to the identities. */
    grants: (identities: readonly string[], limits?: KeyLimits) =>
      run(() => selectGrants(dialect, identities, limits)),
    /** The last record of an organization's chain; null if there is none. */
    chainEnd: (chain: string) => run(() => selectChainEnd(chain)),
  };
}

/**
 * Reads of committed rows: each sees what was committed when it began.
 *
 * @param perform does what may take long.
 */
export function committedReads(
  dialect: Dialect,
  run: Run,
  perform: (job: Job, asker?: Asker) => Promise<Outcome>,
) {
  return {
    ...readsFrom(dialect, run),
    uids: async <Type extends ResourceType>(
      type: Type,
      where: Predicate,
      column: ColumnOf<Type>,
      asker?: Asker,
    ) => (await perform({ kind: 'uids', type, where, column }, asker)) as string[],
    page: async <Type extends ResourceType>(type: Type, query: PageQuery, asker?: Asker) =>
      (await perform({ kind: 'page', type, query }, asker)) as Page<RowOf<Type>>,
    /** The number of rows, or of different values of `distinct`. */
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
    /** The organizations that have a chain, also those that are deleted. */
    chains: () => run(selectChains),
  };
}
