/** Writes of many rows, in one statement, because each takes a round trip to a server. */
import type { ResourceType } from '#lib/resources/define.ts';
import type { TableName } from '#lib/resources/rows.ts';
import { COLUMNS } from '#lib/store/tables/columns.ts';
import { derivedColumns, withDerived } from '#lib/store/tables/folded.ts';
import type { Dialect } from './dialect.ts';
import type { Part } from './plan.ts';
import { kindOf } from './values.ts';

/**
 * Times as milliseconds, and 64-bit integers as texts, which databases take for numbers. Each database reads
 * half of a surrogate pair in JSON in another way, so texts have none, as where they are not in JSON.
 */
function plainValue(value: unknown): unknown {
  if (value instanceof Date) return value.getTime();
  if (typeof value === 'string') return value.toWellFormed();
  return typeof value === 'bigint' ? String(value) : value;
}

/** @param columns that each row has. */
export function asJson(
  table: TableName,
  rows: readonly object[],
  columns = Object.keys(COLUMNS[table]),
): string {
  const plain = rows.map((row) =>
    columns.map((column) => [column, plainValue(Reflect.get(row, column))] as const),
  );
  return JSON.stringify(plain.map((row) => Object.fromEntries(row)));
}

/** Each row has all of the table's columns. */
export function insertRows(dialect: Dialect, table: TableName, rows: readonly object[]): Part {
  const whole = rows.map((row) => withDerived(table, row));
  return insertJson(dialect, table, asJson(table, whole));
}

/** @param json of rows, each with all of the table's columns and folded forms. */
export function insertJson(dialect: Dialect, table: TableName, json: string): Part {
  const columns = Object.keys(COLUMNS[table]);
  const names = columns.map((column) => `"${column}"`);
  const values = columns.map((column) => dialect.field('v', column));
  return {
    sql: `INSERT INTO "${table}" (${names.join()})
      SELECT ${values.join()} FROM ${dialect.records(table, 'v')}`,
    params: [json],
  };
}

/** Writes some columns of many rows, each with its own values. Raises revisions, where rows have them. */
export function updateRows(
  dialect: Dialect,
  type: ResourceType,
  rows: readonly object[],
  columns: readonly string[],
): Part {
  const whole = rows.map((row) => withDerived(type, row));
  const written = columns.flatMap((column) => [column, ...derivedColumns(type, column)]);
  const sets = written.map((column) => {
    kindOf(type, column);
    return `"${column}" = ${dialect.field('v', column)}`;
  });
  if ('revision' in COLUMNS[type]) sets.push(`"revision" = "${type}"."revision" + 1`);
  return {
    sql: `UPDATE "${type}" SET ${sets.join(', ')}
       FROM ${dialect.records(type, 'v')} WHERE "${type}"."uid" = ${dialect.field('v', 'uid')}`,
    params: [asJson(type, whole, ['uid', ...written])],
  };
}

/** For the table that finds advisories by alias. Whoever writes advisories keeps it as the column. */
export function insertAliases(dialect: Dialect, uids: readonly string[]): Part {
  return {
    sql: `INSERT INTO "AdvisoryAlias" ("alias", "advisoryUid")
      SELECT alias."value", a."uid" FROM ${dialect.listSource('v', 'text')}
      CROSS JOIN "Advisory" AS a
      CROSS JOIN ${dialect.elements('a."aliases"', 'alias')} WHERE a."uid" = v."value"`,
    params: [dialect.list(uids)],
  };
}

export function replaceAliases(dialect: Dialect, uids: readonly string[]): Part[] {
  const forgotten = {
    sql: `DELETE FROM "AdvisoryAlias" WHERE ${dialect.whereListed('"advisoryUid"', 'text')}`,
    params: [dialect.list(uids)],
  };
  return [forgotten, insertAliases(dialect, uids)];
}
