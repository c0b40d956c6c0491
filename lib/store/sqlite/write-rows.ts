/** The writes of rows, as prepared statements on the connection of the transaction. */
import type { ResourceType } from '#lib/resources/define.ts';
import type { RowOf, TableName } from '#lib/resources/rows.ts';
import type { Predicate } from '#lib/store/predicates.ts';
import { COLUMNS } from '#lib/store/tables/columns.ts';
import { insertAliases, replaceAliases } from './aliases.ts';
import type { Connection } from './connection.ts';
import { selectOne } from './select.ts';
import { encode, kindOf } from './values.ts';
import { toCondition } from './where.ts';

type Given = Readonly<Record<string, unknown>>;

/** The columns that are given a value, and these. */
function encoded(table: TableName, columns: Given): { names: string[]; values: unknown[] } {
  const given = Object.entries(columns).filter(([, value]) => value !== undefined);
  return {
    names: given.map(([name]) => `"${name}"`),
    values: given.map(([name, value]) => encode(kindOf(table, name), value)),
  };
}

function only<Type extends ResourceType>(
  connection: Connection,
  type: Type,
  uid: string,
): RowOf<Type> {
  const row = selectOne(connection, type, uid);
  if (row === null) throw new Error('the row is gone');
  return row;
}

export function insertRow<Type extends ResourceType>(
  connection: Connection,
  type: Type,
  columns: Given,
): RowOf<Type> {
  const { names, values } = encoded(type, columns);
  const marks = names.map(() => '?').join();
  connection.prepared(`INSERT INTO "${type}" (${names.join()}) VALUES (${marks})`).run(...values);
  const uid = String(columns['uid']);
  if (type === 'Advisory') insertAliases(connection, [uid]);
  return only(connection, type, uid);
}

/** Times as milliseconds, and 64-bit integers as numbers, which JSON has room for up to 2^53. */
function plainValue(value: unknown): unknown {
  if (value instanceof Date) return value.getTime();
  return typeof value === 'bigint' ? Number(value) : value;
}

function plainRow(row: object): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(row).map(([column, value]) => [column, plainValue(value)]),
  );
}

const uidsOf = (rows: readonly object[]) => rows.map((row) => String((row as Given)['uid']));

/** All in one statement; each row has all of the table's columns. */
export function insertRows(
  connection: Connection,
  table: TableName,
  rows: readonly object[],
): void {
  if (rows.length === 0) return;
  const columns = Object.keys(COLUMNS[table]);
  const names = columns.map((column) => `"${column}"`);
  const values = columns.map((column) => `json_extract("value", '$.${column}')`);
  connection
    .prepared(`INSERT INTO "${table}" (${names.join()}) SELECT ${values.join()} FROM json_each(?)`)
    .run(JSON.stringify(rows.map(plainRow)));
  if (table === 'Advisory') insertAliases(connection, uidsOf(rows));
}

/** Inserts the row, or replaces the row with its key. */
export function putRow(connection: Connection, table: 'Setting' | 'Attempt', row: object): void {
  const { names, values } = encoded(table, row as Given);
  const sets = names.filter((name) => name !== '"key"').map((name) => `${name} = excluded.${name}`);
  const marks = names.map(() => '?').join();
  connection
    .prepared(
      `INSERT INTO "${table}" (${names.join()}) VALUES (${marks})
       ON CONFLICT ("key") DO UPDATE SET ${sets.join()}`,
    )
    .run(...values);
}

export function updateRow<Type extends ResourceType>(
  connection: Connection,
  type: Type,
  uid: string,
  columns: Given,
): RowOf<Type> {
  const { names, values } = encoded(type, columns);
  const sets = [...names.map((name) => `${name} = ?`), '"revision" = "revision" + 1'];
  connection.prepared(`UPDATE "${type}" SET ${sets.join()} WHERE "uid" = ?`).run(...values, uid);
  if (type === 'Advisory' && 'aliases' in columns) replaceAliases(connection, [uid]);
  return only(connection, type, uid);
}

/** Writes some columns of many rows, each with its own values, in one statement. */
export function updateEachRow(
  connection: Connection,
  type: ResourceType,
  rows: readonly object[],
  columns: readonly string[],
): void {
  if (rows.length === 0) return;
  const sets = columns.map((column) => {
    kindOf(type, column);
    return `"${column}" = json_extract(v."value", '$.${column}')`;
  });
  const values = rows.map((row) => {
    const plain = plainRow(row);
    return Object.fromEntries(['uid', ...columns].map((column) => [column, plain[column]]));
  });
  connection
    .prepared(
      `UPDATE "${type}" SET ${sets.join(', ')}, "revision" = "revision" + 1
       FROM json_each(?) AS v WHERE "${type}"."uid" = json_extract(v."value", '$.uid')`,
    )
    .run(JSON.stringify(values));
  if (type === 'Advisory' && columns.includes('aliases')) {
    replaceAliases(connection, uidsOf(rows));
  }
}

/** The same values for all rows. @returns the number of rows. */
export function updateRows(
  connection: Connection,
  table: TableName,
  { where, columns, isRevised }: { where: Predicate; columns: Given; isRevised: boolean },
): number {
  // The affected rows are not known here, so their aliases could not follow.
  if (table === 'Advisory' && 'aliases' in columns) throw new Error('use updateEach for aliases');
  const { names, values } = encoded(table, columns);
  const sets = names.map((name) => `${name} = ?`);
  if (isRevised) sets.push('"revision" = "revision" + 1');
  const { sql, params } = toCondition(table, where);
  return connection
    .prepared(`UPDATE "${table}" AS t SET ${sets.join()} WHERE ${sql}`)
    .run(...values, ...params).changes;
}

export function deleteRow(connection: Connection, type: ResourceType, uid: string): void {
  const { changes } = connection.prepared(`DELETE FROM "${type}" WHERE "uid" = ?`).run(uid);
  if (changes === 0) throw new Error('the row is gone');
}

/** @returns the number of rows. */
export function deleteRows(connection: Connection, table: TableName, where: Predicate): number {
  const { sql, params } = toCondition(table, where);
  return connection.prepared(`DELETE FROM "${table}" AS t WHERE ${sql}`).run(...params).changes;
}
