/** Writes of many rows, as statements. */
import type { ResourceType } from '#lib/resources/define.ts';
import type { TableName } from '#lib/resources/rows.ts';
import { COLUMNS } from '#lib/store/tables/columns.ts';
import { foldedColumn, withFolds } from '#lib/store/tables/folded.ts';
import type { Dialect } from './dialect.ts';
import type { Part } from './plan.ts';
import { encode, kindOf } from './values.ts';

type Given = Readonly<Record<string, unknown>>;

/** Those of a row in the order of the columns; null where it has none. */
function valuesOf(table: TableName, row: object, columns: readonly string[]): unknown[] {
  const given = withFolds(table, row) as Given;
  return columns.map((column) => encode(kindOf(table, column), given[column] ?? null));
}

/** Times as milliseconds, and 64-bit integers as numbers, which JSON has room for up to 2^53. */
function plainValue(value: unknown): unknown {
  if (value instanceof Date) return value.getTime();
  return typeof value === 'bigint' ? Number(value) : value;
}

function plainRow(table: TableName, row: object): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(withFolds(table, row)).map(([column, value]) => [column, plainValue(value)]),
  );
}

/** Rows in one statement of an engine in this process, as many as fit. */
const AT_ONCE = [100, 10, 1] as const;

function inParts<T>(rows: readonly T[]): (readonly T[])[] {
  const parts: (readonly T[])[] = [];
  let from = 0;
  for (const size of AT_ONCE) {
    for (; rows.length - from >= size; from += size) parts.push(rows.slice(from, from + size));
  }
  return parts;
}

/**
 * Each row has all of the table's columns. A server gets them in one statement, because each takes a
 * round trip. In this process, JSON would have to be parsed for each value.
 */
export function insertRows(dialect: Dialect, table: TableName, rows: readonly object[]): Part[] {
  const columns = Object.keys(COLUMNS[table]);
  const into = `INSERT INTO "${table}" (${columns.map((column) => `"${column}"`).join()})`;
  if (dialect.isRemote) {
    const values = columns.map((column) => dialect.field('v', column));
    const sql = `${into} SELECT ${values.join()} FROM ${dialect.records(table, 'v')}`;
    return [{ sql, params: [JSON.stringify(rows.map((row) => plainRow(table, row)))] }];
  }
  const marks = `(${columns.map(() => '?').join()})`;
  return inParts(rows).map((part) => ({
    sql: `${into} VALUES ${Array(part.length).fill(marks).join()}`,
    params: part.flatMap((row) => valuesOf(table, row, columns)),
  }));
}

/** Writes some columns of many rows, each with its own values. Raises revisions, where rows have them. */
export function updateRows(
  dialect: Dialect,
  type: ResourceType,
  rows: readonly object[],
  columns: readonly string[],
): Part {
  const written = columns
    .flatMap((column) => [column, foldedColumn(type, column)])
    .filter((column) => column !== null);
  const sets = written.map((column) => {
    kindOf(type, column);
    return `"${column}" = ${dialect.field('v', column)}`;
  });
  const values = rows.map((row) => {
    const plain = plainRow(type, row);
    return Object.fromEntries(['uid', ...written].map((column) => [column, plain[column]]));
  });
  if ('revision' in COLUMNS[type]) sets.push(`"revision" = "${type}"."revision" + 1`);
  return {
    sql: `UPDATE "${type}" SET ${sets.join(', ')}
       FROM ${dialect.records(type, 'v')} WHERE "${type}"."uid" = ${dialect.field('v', 'uid')}`,
    params: [JSON.stringify(values)],
  };
}
