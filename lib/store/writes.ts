/** Single-row reads and writes of resources inside a transaction. */
import type { BaseRow, ResourceType } from '#lib/resources/define.ts';
import { COLUMNS } from './columns.ts';
import type { ColumnKind } from './columns.ts';
import { written } from './database.ts';
import type { Transaction } from './database.ts';
import { selectFrom } from './lists.ts';
import { toRow } from './rows.ts';

type Columns = Readonly<Record<string, unknown>>;

/** As SQLite holds it: see rows.ts for the way back. */
function encode(kind: ColumnKind | undefined, value: unknown): unknown {
  if (value === null) return null;
  switch (kind) {
    case 'time':
      return (value as Date).getTime();
    case 'json':
      return JSON.stringify(value);
    case 'boolean':
      return value === true ? 1 : 0;
    default:
      return value;
  }
}

/** The columns that are given a value, and these. */
function encoded(type: ResourceType, columns: Columns): { names: string[]; values: unknown[] } {
  const kinds = COLUMNS[type];
  const given = Object.entries(columns).filter(([, value]) => value !== undefined);
  return {
    names: given.map(([name]) => `"${name}"`),
    values: given.map(([name, value]) => encode(kinds[name], value)),
  };
}

/** Hydrated as the lists do. */
function read(tx: Transaction, type: ResourceType, where: Columns): BaseRow[] {
  const { names, values } = encoded(type, where);
  const conditions = names.map((name) => `t.${name} IS ?`).join(' AND ');
  const rows = written(tx, `${selectFrom(type)} WHERE ${conditions}`).all(...values);
  return rows.map((row) => toRow(type, row as Record<string, unknown>));
}

export async function findRow(
  tx: Transaction,
  type: ResourceType,
  uid: string,
): Promise<BaseRow | null> {
  return read(tx, type, { uid })[0] ?? null;
}

/** All rows that have these values. */
export async function findRows(
  tx: Transaction,
  type: ResourceType,
  where: Columns,
): Promise<BaseRow[]> {
  return read(tx, type, where);
}

/** True where a row other than `exceptUid` has these values. */
export async function someRow(
  tx: Transaction,
  type: ResourceType,
  columns: Columns,
  exceptUid: string,
): Promise<boolean> {
  const { names, values } = encoded(type, columns);
  const conditions = [...names.map((name) => `${name} IS ?`), '"uid" <> ?'].join(' AND ');
  const sql = `SELECT 1 FROM "${type}" WHERE ${conditions} LIMIT 1`;
  return written(tx, sql).get(...values, exceptUid) !== undefined;
}

export async function insertRow(
  tx: Transaction,
  type: ResourceType,
  columns: Columns,
): Promise<BaseRow> {
  const { names, values } = encoded(type, columns);
  const marks = names.map(() => '?').join();
  written(tx, `INSERT INTO "${type}" (${names.join()}) VALUES (${marks})`).run(...values);
  return only(read(tx, type, { uid: columns['uid'] }));
}

function only(rows: readonly BaseRow[]): BaseRow {
  const [row] = rows;
  if (row === undefined) throw new Error('the row is gone');
  return row;
}

/** Times as milliseconds, and 64-bit integers as numbers, which JSON has room for up to 2^53. */
function plainValue(value: unknown): unknown {
  if (value instanceof Date) return value.getTime();
  return typeof value === 'bigint' ? Number(value) : value;
}

function plainRow(row: object): object {
  return Object.fromEntries(
    Object.entries(row).map(([column, value]) => [column, plainValue(value)]),
  );
}

/** Many rows of one table in one statement; each has all of the table's columns. */
export async function insertRows(
  tx: Transaction,
  type: ResourceType,
  rows: readonly object[],
): Promise<void> {
  const columns = Object.keys(COLUMNS[type]);
  const names = columns.map((column) => `"${column}"`);
  const values = columns.map((column) => `json_extract("value", '$.${column}')`);
  written(
    tx,
    `INSERT INTO "${type}" (${names.join()}) SELECT ${values.join()} FROM json_each(?)`,
  ).run(JSON.stringify(rows.map(plainRow)));
}

export async function updateRow(
  tx: Transaction,
  type: ResourceType,
  uid: string,
  columns: Columns,
): Promise<BaseRow> {
  const { names, values } = encoded(type, columns);
  const sets = [...names.map((name) => `${name} = ?`), '"revision" = "revision" + 1'];
  written(tx, `UPDATE "${type}" SET ${sets.join()} WHERE "uid" = ?`).run(...values, uid);
  return only(read(tx, type, { uid }));
}

export async function deleteRow(tx: Transaction, type: ResourceType, uid: string): Promise<void> {
  const { changes } = written(tx, `DELETE FROM "${type}" WHERE "uid" = ?`).run(uid);
  if (changes === 0) throw new Error('the row is gone');
}

/** How many rows of the table lie directly in `parent`. */
export async function countIn(
  tx: Transaction,
  type: ResourceType,
  parent: string,
): Promise<number> {
  const sql = `SELECT count(*) AS n FROM "${type}" WHERE "parent" = ?`;
  return (written(tx, sql).get(parent) as { n: number }).n;
}
