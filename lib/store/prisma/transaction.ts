/** The writes of rows through Prisma Client, beside the reads. */
import type { ResourceType } from '#lib/resources/define.ts';
import type { ColumnOf, Columns, RowOf, TableName, Tables } from '#lib/resources/rows.ts';
import { requireRoom, type Place } from '#lib/store/limits/room.ts';
import { is, type SimplePredicate } from '#lib/store/predicates.ts';
import { insertAliases, insertRows, replaceAliases, updateRows } from '#lib/store/sql/bulk.ts';
import type { Values } from '#lib/store/sql/plan.ts';
import { COLUMNS } from '#lib/store/tables/columns.ts';
import { joinsOf } from '#lib/store/tables/joins.ts';
import type { Guarded } from './adapter.ts';
import { modelOf } from './client.ts';
import { asked, execute, readsFrom, type Source } from './reads.ts';
import { foundRow, givenRow } from './values.ts';

const placeOf = (row: object): Place => ({
  parent: 'parent' in row ? String(row.parent ?? '') : '',
  share: 'foundedBy' in row && typeof row.foundedBy === 'string' ? row.foundedBy : null,
});

const uidsOf = (rows: readonly object[]) => rows.map((row) => String(Reflect.get(row, 'uid')));

const raised = (type: ResourceType) =>
  'revision' in COLUMNS[type] ? { revision: { increment: 1 } } : {};

/** The tables whose rows are put, with their keys. */
const KEYS = { Setting: 'key', Attempt: 'key', ChainHead: 'chain', Share: 'uid' } as const;

/** An open write transaction, see {@link transactionOn}. */
export type Transaction = ReturnType<typeof transactionOn>;

/**
 * An open write transaction. It ends with the promise of the given work. Inserts throw
 * RESOURCE_EXHAUSTED, and insert nothing, if the limits of a group leave no room.
 */
export function transactionOn(
  source: Source,
  begun: Pick<Guarded, 'revision' | 'chainEnd'>,
  ownChain?: string,
) {
  const { dialect, ask } = source;
  const reads = readsFrom(source);
  let { chainEnd } = begun;
  let now: Promise<Date> | undefined;

  async function updateMany(
    table: TableName,
    where: SimplePredicate,
    columns: object,
    more: object = {},
  ): Promise<number> {
    // The affected rows are not known here, so their aliases could not follow.
    if (table === 'Advisory' && 'aliases' in columns) throw new Error('use updateEach for aliases');
    const data = { ...givenRow(dialect, table, columns), ...more };
    const { count } = await asked(source, { table, where }, (model, condition) =>
      model.updateMany({ where: condition, data }),
    );
    return count;
  }

  /** @returns the number of rows. */
  async function deleteAll<Table extends TableName>(
    table: Table,
    where: SimplePredicate<ColumnOf<Table>>,
  ): Promise<number> {
    const { count } = await asked(source, { table, where }, (model, condition) =>
      model.deleteMany({ where: condition }),
    );
    return count;
  }

  const gone = () => new Error('the row is gone');

  /**
   * The row as stored. A get takes less than what Prisma returns of a write, but a server that is far away
   * takes longer for another round trip.
   */
  async function written<Type extends ResourceType>(type: Type, uid: string, returned?: Values) {
    if (returned !== undefined) return foundRow(dialect, type, returned) as RowOf<Type>;
    const row = await reads.get(type, uid);
    if (row === null) throw gone();
    return row;
  }

  /** Whether a write returns all that a get does. */
  const returnsAll = (type: ResourceType) => dialect.isRemote && joinsOf(type).length === 0;

  return {
    ...reads,
    /** The same in the whole transaction. */
    now: () => (now ??= reads.now()),
    /** In the transaction, as {@link Engine.accessRevision}. */
    accessRevision: begun.revision,
    /** As among the reads. Whoever asks for an end adds to it, so the one read first is given once. */
    chainEnd(chain: string) {
      const first = chain === ownChain ? chainEnd : undefined;
      if (first === undefined) return reads.chainEnd(chain);
      chainEnd = undefined;
      return ask(() => first);
    },
    /** @throws ApiError RESOURCE_EXHAUSTED if the limits of groups leave no room for the row. */
    requireRoom: (table: TableName, row: object) => requireRoom(reads, table, [placeOf(row)]),
    /**
     * Omitted columns get their defaults.
     *
     * @param room the check of the limits, if it was begun before.
     * @returns the row as stored.
     */
    async insert<Type extends ResourceType>(
      type: Type,
      columns: Columns<Type>,
      room = requireRoom(reads, type, [placeOf(columns)]),
    ) {
      await room;
      const [uid = ''] = uidsOf([columns]);
      const isWhole = returnsAll(type);
      const query = {
        data: givenRow(dialect, type, columns),
        ...(!isWhole && { select: { uid: true } }),
      };
      const returned = await ask((handle) => modelOf(handle, type).create(query));
      if (type === 'Advisory') await execute(source, insertAliases(dialect, [uid]));
      return written(type, uid, isWhole ? returned : undefined);
    },
    /** Each row has all of the table's columns. */
    async insertAll<Table extends TableName>(table: Table, rows: readonly Tables[Table][]) {
      if (rows.length === 0) return;
      await requireRoom(reads, table, rows.map(placeOf));
      await execute(source, insertRows(dialect, table, rows));
      if (table === 'Advisory') await execute(source, insertAliases(dialect, uidsOf(rows)));
    },
    /** Replaces the row of the same key. */
    async put<Table extends keyof typeof KEYS>(table: Table, row: RowOf<Table>) {
      const values = givenRow(dialect, table, row);
      const key = KEYS[table];
      const query = { where: { [key]: values[key] }, create: values, update: values };
      await ask((handle) => modelOf(handle, table).upsert(query));
    },
    /** Raises the revision. @throws Error if there is no such row. @returns the row as stored. */
    async update<Type extends ResourceType>(type: Type, uid: string, columns: Columns<Type>) {
      const query = {
        where: { uid },
        data: { ...givenRow(dialect, type, columns), ...raised(type) },
      };
      const isWhole = returnsAll(type);
      const returned = await ask<Values | undefined>(async (handle) => {
        const model = modelOf(handle, type);
        if (isWhole) return (await model.updateManyAndReturn(query))[0];
        await model.updateMany(query);
        return undefined;
      });
      if (isWhole && returned === undefined) throw gone();
      if (type === 'Advisory' && 'aliases' in columns) {
        await execute(source, ...replaceAliases(dialect, [uid]));
      }
      return written(type, uid, returned);
    },
    /** Writes these columns of existing rows, each with its own values. Raises their revisions. */
    async updateEach<Type extends ResourceType>(
      type: Type,
      rows: readonly Tables[Type][],
      columns: readonly ColumnOf<Type>[],
    ) {
      if (rows.length === 0) return;
      const names: readonly string[] = columns;
      await execute(source, updateRows(dialect, type, rows, names));
      if (type === 'Advisory' && names.includes('aliases')) {
        await execute(source, ...replaceAliases(dialect, uidsOf(rows)));
      }
    },
    /** Raises revisions. @returns the number of rows. */
    updateAll: <Type extends ResourceType>(
      type: Type,
      where: SimplePredicate<ColumnOf<Type>>,
      columns: Columns<Type>,
    ) => updateMany(type, where, columns, raised(type)),
    /** For columns that no ETag covers: revisions stay. @returns the number of rows. */
    note: <Table extends TableName>(
      table: Table,
      where: SimplePredicate<ColumnOf<Table>>,
      columns: Columns<Table>,
    ) => updateMany(table, where, columns),
    deleteAll,
    /** @throws Error if there is no such row. */
    async delete(type: ResourceType, uid: string) {
      if ((await deleteAll(type, is('uid', uid))) === 0) throw gone();
    },
  };
}
