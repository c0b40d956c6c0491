/** Single-row reads and writes of resources inside a transaction, through Prisma. */
import { Prisma } from '#lib/generated/prisma/client.ts';
import type { BaseRow, ResourceType } from '#lib/resources/define.ts';
import type { Transaction } from './database.ts';
import { TABLES } from './tables.ts';

/** The part of every model's delegate that resources need. */
interface Delegate {
  findUnique(args: { where: object; include?: object }): Promise<BaseRow | null>;
  findMany(args: { where: object; include?: object }): Promise<BaseRow[]>;
  findFirst(args: { where: object; select: object }): Promise<object | null>;
  create(args: { data: object; include?: object }): Promise<BaseRow>;
  update(args: { where: object; data: object; include?: object }): Promise<BaseRow>;
  delete(args: { where: object }): Promise<unknown>;
  count(args: { where: object }): Promise<number>;
}

function delegate(tx: Transaction, type: ResourceType): Delegate {
  const key = (type.charAt(0).toLowerCase() + type.slice(1)) as Uncapitalize<ResourceType>;
  return tx[key] as unknown as Delegate;
}

/** Hydrates as the lists do. */
function include(type: ResourceType): { include?: object } {
  const { joins } = TABLES[type];
  if (joins.length === 0) return {};
  const selections = joins.map(({ as, columns }) => [
    as,
    { select: Object.fromEntries(columns.map((column) => [column, true])) },
  ]);
  return { include: Object.fromEntries(selections) as object };
}

/** Prisma wants its own null where a JSON column is to be NULL. */
function forPrisma(type: ResourceType, columns: Record<string, unknown>): object {
  const kinds = TABLES[type].columns;
  return Object.fromEntries(
    Object.entries(columns).map(([column, value]) => [
      column,
      value === null && kinds[column] === 'json' ? Prisma.DbNull : value,
    ]),
  );
}

export function findRow(tx: Transaction, type: ResourceType, uid: string): Promise<BaseRow | null> {
  return delegate(tx, type).findUnique({ where: { uid }, ...include(type) });
}

/** All rows that have these values. */
export function findRows(
  tx: Transaction,
  type: ResourceType,
  where: Record<string, unknown>,
): Promise<BaseRow[]> {
  return delegate(tx, type).findMany({ where, ...include(type) });
}

/** True where a row other than `exceptUid` has these values. */
export async function someRow(
  tx: Transaction,
  type: ResourceType,
  columns: Record<string, unknown>,
  exceptUid: string,
): Promise<boolean> {
  const where = { ...columns, uid: { not: exceptUid } };
  return (await delegate(tx, type).findFirst({ where, select: { uid: true } })) !== null;
}

export function insertRow(
  tx: Transaction,
  type: ResourceType,
  columns: Record<string, unknown>,
): Promise<BaseRow> {
  return delegate(tx, type).create({ data: forPrisma(type, columns), ...include(type) });
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
  const columns = Object.keys(TABLES[type].columns);
  const names = columns.map((column) => `"${column}"`);
  const values = columns.map((column) => `json_extract("value", '$.${column}')`);
  await tx.$executeRawUnsafe(
    `INSERT INTO "${type}" (${names.join()}) SELECT ${values.join()} FROM json_each(?)`,
    JSON.stringify(rows.map(plainRow)),
  );
}

export function updateRow(
  tx: Transaction,
  type: ResourceType,
  uid: string,
  columns: Record<string, unknown>,
): Promise<BaseRow> {
  const data = { ...forPrisma(type, columns), revision: { increment: 1 } };
  return delegate(tx, type).update({ where: { uid }, data, ...include(type) });
}

export async function deleteRow(tx: Transaction, type: ResourceType, uid: string): Promise<void> {
  await delegate(tx, type).delete({ where: { uid } });
}

/** How many rows of the table lie directly in `parent`. */
export function countIn(tx: Transaction, type: ResourceType, parent: string): Promise<number> {
  return delegate(tx, type).count({ where: { parent } });
}
