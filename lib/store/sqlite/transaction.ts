/** The handle of a transaction: reads and writes on its connection until it is over. */
import type { ResourceType } from '#lib/resources/define.ts';
import type { ColumnOf, Columns, RowOf, TableName, Tables } from '#lib/resources/rows.ts';
import type { Transaction } from '#lib/store/handles.ts';
import { requireRoom } from '#lib/store/limits/room.ts';
import type { Predicate } from '#lib/store/predicates.ts';
import type { Connection } from './connection.ts';
import { SqliteReads } from './reads.ts';
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

export class SqliteTransaction extends SqliteReads implements Transaction {
  readonly #connection: () => Connection;

  /** @param connection throws once the transaction is over. */
  constructor(connection: () => Connection) {
    super(connection);
    this.#connection = connection;
  }

  async insert<Type extends ResourceType>(
    type: Type,
    columns: Columns<Type>,
  ): Promise<RowOf<Type>> {
    await requireRoom(this, type, [parentOf(columns)]);
    return insertRow(this.#connection(), type, columns);
  }

  async insertAll<Table extends TableName>(
    table: Table,
    rows: readonly Tables[Table][],
  ): Promise<void> {
    await requireRoom(this, table, rows.map(parentOf));
    insertRows(this.#connection(), table, rows);
  }

  async put<Table extends 'Setting' | 'Attempt'>(table: Table, row: RowOf<Table>): Promise<void> {
    putRow(this.#connection(), table, row);
  }

  async update<Type extends ResourceType>(
    type: Type,
    uid: string,
    columns: Columns<Type>,
  ): Promise<RowOf<Type>> {
    return updateRow(this.#connection(), type, uid, columns);
  }

  async updateEach<Type extends ResourceType>(
    type: Type,
    rows: readonly Tables[Type][],
    columns: readonly ColumnOf<Type>[],
  ): Promise<void> {
    updateEachRow(this.#connection(), type, rows, columns);
  }

  async updateAll<Type extends ResourceType>(
    type: Type,
    where: Predicate<ColumnOf<Type>>,
    columns: Columns<Type>,
  ): Promise<number> {
    return updateRows(this.#connection(), type, { where, columns, isRevised: true });
  }

  async note<Table extends TableName>(
    table: Table,
    where: Predicate<ColumnOf<Table>>,
    columns: Columns<Table>,
  ): Promise<number> {
    return updateRows(this.#connection(), table, { where, columns, isRevised: false });
  }

  async delete(type: ResourceType, uid: string): Promise<void> {
    deleteRow(this.#connection(), type, uid);
  }

  async deleteAll<Table extends TableName>(
    table: Table,
    where: Predicate<ColumnOf<Table>>,
  ): Promise<number> {
    return deleteRows(this.#connection(), table, where);
  }

  async refreshRepo(uid: string): Promise<void> {
    refreshRepo(this.#connection(), uid);
  }
}
