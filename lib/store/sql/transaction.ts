/** The writes that an engine offers, as plans, beside the reads. */
import type { ResourceType } from '#lib/resources/define.ts';
import type { ColumnOf, Columns, RowOf, TableName, Tables } from '#lib/resources/rows.ts';
import type { Transaction } from '#lib/store/handles.ts';
import { requireRoom } from '#lib/store/limits/room.ts';
import type { Predicate } from '#lib/store/predicates.ts';
import { SqlReads } from './reads.ts';
import { refreshRepo } from './refresh-repo.ts';
import {
  deleteRow,
  deleteRows,
  insertRow,
  insertRows,
  putRow,
  updateEachRow,
  updateRow,
  updateRows,
} from './write-rows.ts';

/** The group that a new row lies in; '' for a root group, and for tables without groups. */
const parentOf = (row: object) => ('parent' in row ? String(row.parent ?? '') : '');

export class SqlTransaction extends SqlReads implements Transaction {
  async insert<Type extends ResourceType>(
    type: Type,
    columns: Columns<Type>,
  ): Promise<RowOf<Type>> {
    await requireRoom(this, type, [parentOf(columns)]);
    return this.runner.run(() => insertRow(this.dialect, type, columns));
  }

  async insertAll<Table extends TableName>(
    table: Table,
    rows: readonly Tables[Table][],
  ): Promise<void> {
    await requireRoom(this, table, rows.map(parentOf));
    return this.runner.run(() => insertRows(this.dialect, table, rows));
  }

  put<Table extends 'Setting' | 'Attempt' | 'ChainHead'>(
    table: Table,
    row: RowOf<Table>,
  ): Promise<void> {
    return this.runner.run(() => putRow(table, row));
  }

  update<Type extends ResourceType>(
    type: Type,
    uid: string,
    columns: Columns<Type>,
  ): Promise<RowOf<Type>> {
    return this.runner.run(() => updateRow(this.dialect, type, uid, columns));
  }

  updateEach<Type extends ResourceType>(
    type: Type,
    rows: readonly Tables[Type][],
    columns: readonly ColumnOf<Type>[],
  ): Promise<void> {
    return this.runner.run(() => updateEachRow(this.dialect, type, rows, columns));
  }

  updateAll<Type extends ResourceType>(
    type: Type,
    where: Predicate<ColumnOf<Type>>,
    columns: Columns<Type>,
  ): Promise<number> {
    const changes = { where, columns, isRevised: true };
    return this.runner.run(() => updateRows(this.dialect, type, changes));
  }

  note<Table extends TableName>(
    table: Table,
    where: Predicate<ColumnOf<Table>>,
    columns: Columns<Table>,
  ): Promise<number> {
    const changes = { where, columns, isRevised: false };
    return this.runner.run(() => updateRows(this.dialect, table, changes));
  }

  delete(type: ResourceType, uid: string): Promise<void> {
    return this.runner.run(() => deleteRow(type, uid));
  }

  deleteAll<Table extends TableName>(
    table: Table,
    where: Predicate<ColumnOf<Table>>,
  ): Promise<number> {
    return this.runner.run(() => deleteRows(this.dialect, table, where));
  }

  refreshRepo(uid: string): Promise<void> {
    return this.runner.run(() => refreshRepo(this.dialect, uid));
  }
}
