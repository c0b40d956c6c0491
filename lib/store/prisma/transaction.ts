/** The writes of rows through Prisma Client, beside the reads. */
import type { ResourceType } from '#lib/resources/define.ts';
import type { TableName } from '#lib/resources/rows.ts';
import type { Transaction } from '#lib/store/handles.ts';
import { requireRoom } from '#lib/store/limits/room.ts';
import { is, type Predicate } from '#lib/store/predicates.ts';
import { insertAliases, replaceAliases } from '#lib/store/sql/aliases.ts';
import { insertRows, updateRows } from '#lib/store/sql/bulk.ts';
import { COLUMNS } from '#lib/store/tables/columns.ts';
import { modelOf } from './client.ts';
import { asked, execute, readsFrom, type Source } from './reads.ts';
import { foundRow, givenRow, includedIn } from './values.ts';

/** The group that contains a new row; '' for a root group, and for tables without groups. */
const parentOf = (row: object) => ('parent' in row ? String(row.parent ?? '') : '');

const uidsOf = (rows: readonly object[]) => rows.map((row) => String(Reflect.get(row, 'uid')));

const raised = (type: ResourceType) =>
  'revision' in COLUMNS[type] ? { revision: { increment: 1 } } : {};

export function transactionOn(source: Source): Transaction {
  const { dialect, ask } = source;
  const reads = readsFrom(source);

  function updateMany(
    table: TableName,
    where: Predicate,
    columns: object,
    more: object = {},
  ): Promise<number> {
    // The affected rows are not known here, so their aliases could not follow.
    if (table === 'Advisory' && 'aliases' in columns) throw new Error('use updateEach for aliases');
    const data = { ...givenRow(dialect, table, columns), ...more };
    return asked(source, { table, where }, (model, condition) =>
      model.updateMany({ where: condition, data }),
    ).then(({ count }) => count);
  }

  const tx: Transaction = {
    ...reads,
    async insert(type, columns) {
      await requireRoom(reads, type, [parentOf(columns)]);
      const query = { data: givenRow(dialect, type, columns), include: includedIn(type) };
      const row = await ask((handle) => modelOf(handle, type).create(query));
      if (type === 'Advisory') await execute(source, insertAliases(dialect, uidsOf([columns])));
      return foundRow(dialect, type, row);
    },
    async insertAll(table, rows) {
      if (rows.length === 0) return;
      await requireRoom(reads, table, rows.map(parentOf));
      await execute(source, insertRows(dialect, table, rows));
      if (table === 'Advisory') await execute(source, insertAliases(dialect, uidsOf(rows)));
    },
    async put(table, row) {
      const values = givenRow(dialect, table, row);
      const key = table === 'ChainHead' ? 'chain' : 'key';
      const query = { where: { [key]: values[key] }, create: values, update: values };
      await ask((handle) => modelOf(handle, table).upsert(query));
    },
    async update(type, uid, columns) {
      const data = { ...givenRow(dialect, type, columns), ...raised(type) };
      const query = { where: { uid }, data, include: includedIn(type) };
      const row = await ask((handle) => modelOf(handle, type).update(query));
      if (type === 'Advisory' && 'aliases' in columns) {
        await execute(source, ...replaceAliases(dialect, [uid]));
      }
      return foundRow(dialect, type, row);
    },
    async updateEach(type, rows, columns: readonly string[]) {
      if (rows.length === 0) return;
      await execute(source, updateRows(dialect, type, rows, columns));
      if (type === 'Advisory' && columns.includes('aliases')) {
        await execute(source, ...replaceAliases(dialect, uidsOf(rows)));
      }
    },
    updateAll: async (type, where, columns) => updateMany(type, where, columns, raised(type)),
    note: async (table, where, columns) => updateMany(table, where, columns),
    async delete(type, uid) {
      if ((await tx.deleteAll(type, is('uid', uid))) === 0) throw new Error('the row is gone');
    },
    async deleteAll(table, where) {
      const { count } = await asked(source, { table, where }, (model, condition) =>
        model.deleteMany({ where: condition }),
      );
      return count;
    },
  };
  return tx;
}
