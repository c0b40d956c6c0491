/** Writes of many rows, in one statement, because each takes a round trip to a server. */
import type { ResourceType } from '#lib/resources/define.ts';
import type { TableName } from '#lib/resources/rows.ts';
import { COLUMNS } from '#lib/store/tables/columns.ts';
import { foldedColumn, withFolds } from '#lib/store/tables/folded.ts';
import type { Dialect } from './dialect.ts';
import type { Part } from './plan.ts';
import { kindOf } from './values.ts';

/** Times as milliseconds, and 64-bit integers as numbers, which JSON has room for up to 2^53. */
function plainValue(value: unknown): unknown {
  if (value instanceof Date) return value.getTime();
  return typeof value === 'bigint' ? Number(value) : value;
}

function asJson(table: TableName, rows: readonly object[], columns: readonly string[]): string {
  const plain = rows.map((row) => {
    const whole = withFolds(table, row);
    return columns.map((column) => [column, plainValue(Reflect.get(whole, column))] as const);
  });
  return JSON.stringify(plain.map((row) => Object.fromEntries(row)));
}

/** Each row has all of the table's columns. */
export function insertRows(dialect: Dialect, table: TableName, rows: readonly object[]): Part {
  const columns = Object.keys(COLUMNS[table]);
  const names = columns.map((column) => `"${column}"`);
  const values = columns.map((column) => dialect.field('v', column));
  return {
    sql: `INSERT INTO "${table}" (${names.join()})
      SELECT ${values.join()} FROM ${dialect.records(table, 'v')}`,
    params: [asJson(table, rows, columns)],
  };
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
  if ('revision' in COLUMNS[type]) sets.push(`"revision" = "${type}"."revision" + 1`);
  return {
    sql: `UPDATE "${type}" SET ${sets.join(', ')}
       FROM ${dialect.records(type, 'v')} WHERE "${type}"."uid" = ${dialect.field('v', 'uid')}`,
    params: [asJson(type, rows, ['uid', ...written])],
  };
}
