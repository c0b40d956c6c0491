/** The writes of rows, as statements. */
import type { ResourceType } from '#lib/resources/define.ts';
import type { RowOf, TableName } from '#lib/resources/rows.ts';
import type { Predicate } from '#lib/store/predicates.ts';
import { COLUMNS } from '#lib/store/tables/columns.ts';
import { insertAliases, replaceAliases } from './aliases.ts';
import type { Dialect } from './dialect.ts';
import { changesOf } from './plan.ts';
import type { Plan } from './plan.ts';
import { writeOne } from './select.ts';
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

export function* insertRow<Type extends ResourceType>(
  dialect: Dialect,
  type: Type,
  columns: Given,
): Plan<RowOf<Type>> {
  const { names, values } = encoded(type, columns);
  const marks = names.map(() => '?').join();
  const sql = `INSERT INTO "${type}" (${names.join()}) VALUES (${marks})`;
  const uid = String(columns['uid']);
  const row = yield* writeOne(type, uid, sql, values);
  if (type === 'Advisory') yield* insertAliases(dialect, [uid]);
  return row;
}

/** Those of a row in the order of the columns; null where it has none. */
function valuesOf(table: TableName, row: object, columns: readonly string[]): unknown[] {
  const given = row as Given;
  return columns.map((column) => encode(kindOf(table, column), given[column] ?? null));
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

/** Rows in one statement of an engine in this process, as many as fit. Each number is prepared once. */
const AT_ONCE = [100, 10, 1] as const;

function* inParts<T>(rows: readonly T[]): Generator<readonly T[]> {
  let from = 0;
  for (const size of AT_ONCE) {
    for (; rows.length - from >= size; from += size) yield rows.slice(from, from + size);
  }
}

/**
 * Each row has all of the table's columns. A server gets them in one statement, because each takes a
 * round trip. In this process, JSON would have to be parsed for each value, and a statement for each
 * row has to keep the pages as they were before it.
 */
export function* insertRows(
  dialect: Dialect,
  table: TableName,
  rows: readonly object[],
): Plan<void> {
  if (rows.length === 0) return;
  const columns = Object.keys(COLUMNS[table]);
  const into = `INSERT INTO "${table}" (${columns.map((column) => `"${column}"`).join()})`;
  if (!dialect.isRemote) {
    const marks = `(${columns.map(() => '?').join()})`;
    for (const part of inParts(rows)) {
      const params = part.flatMap((row) => valuesOf(table, row, columns));
      yield { sql: `${into} VALUES ${Array(part.length).fill(marks).join()}`, params };
    }
  } else {
    const values = columns.map((column) => dialect.field('v', column));
    const sql = `${into} SELECT ${values.join()} FROM ${dialect.records(table, 'v')}`;
    yield { sql, params: [JSON.stringify(rows.map(plainRow))] };
  }
  if (table === 'Advisory') yield* insertAliases(dialect, uidsOf(rows));
}

/** Inserts the row, or replaces the row with its key. */
export function* putRow(table: 'Setting' | 'Attempt' | 'ChainHead', row: object): Plan<void> {
  const { names, values } = encoded(table, row as Given);
  const key = table === 'ChainHead' ? '"chain"' : '"key"';
  const sets = names.filter((name) => name !== key).map((name) => `${name} = excluded.${name}`);
  const marks = names.map(() => '?').join();
  yield {
    sql: `INSERT INTO "${table}" (${names.join()}) VALUES (${marks})
       ON CONFLICT (${key}) DO UPDATE SET ${sets.join()}`,
    params: values,
  };
}

export function* updateRow<Type extends ResourceType>(
  dialect: Dialect,
  type: Type,
  uid: string,
  columns: Given,
): Plan<RowOf<Type>> {
  const { names, values } = encoded(type, columns);
  const sets = [...names.map((name) => `${name} = ?`), '"revision" = "revision" + 1'];
  const sql = `UPDATE "${type}" SET ${sets.join()} WHERE "uid" = ?`;
  const row = yield* writeOne(type, uid, sql, [...values, uid]);
  if (type === 'Advisory' && 'aliases' in columns) yield* replaceAliases(dialect, [uid]);
  return row;
}

/** Writes some columns of many rows, each with its own values, in one statement. */
export function* updateEachRow(
  dialect: Dialect,
  type: ResourceType,
  rows: readonly object[],
  columns: readonly string[],
): Plan<void> {
  if (rows.length === 0) return;
  const sets = columns.map((column) => {
    kindOf(type, column);
    return `"${column}" = ${dialect.field('v', column)}`;
  });
  const values = rows.map((row) => {
    const plain = plainRow(row);
    return Object.fromEntries(['uid', ...columns].map((column) => [column, plain[column]]));
  });
  if ('revision' in COLUMNS[type]) sets.push(`"revision" = "${type}"."revision" + 1`);
  yield {
    sql: `UPDATE "${type}" SET ${sets.join(', ')}
       FROM ${dialect.records(type, 'v')} WHERE "${type}"."uid" = ${dialect.field('v', 'uid')}`,
    params: [JSON.stringify(values)],
  };
  if (type === 'Advisory' && columns.includes('aliases')) {
    yield* replaceAliases(dialect, uidsOf(rows));
  }
}

/** The same values for all rows. @returns the number of rows. */
export function* updateRows(
  dialect: Dialect,
  table: TableName,
  { where, columns, isRevised }: { where: Predicate; columns: Given; isRevised: boolean },
): Plan<number> {
  // The affected rows are not known here, so their aliases could not follow.
  if (table === 'Advisory' && 'aliases' in columns) throw new Error('use updateEach for aliases');
  const { names, values } = encoded(table, columns);
  const sets = names.map((name) => `${name} = ?`);
  if (isRevised) sets.push('"revision" = "revision" + 1');
  const { sql, params } = toCondition(dialect, table, where);
  const text = `UPDATE "${table}" AS t SET ${sets.join()} WHERE ${sql}`;
  return yield* changesOf(text, [...values, ...params]);
}

export function* deleteRow(type: ResourceType, uid: string): Plan<void> {
  const changes = yield* changesOf(`DELETE FROM "${type}" WHERE "uid" = ?`, [uid]);
  if (changes === 0) throw new Error('the row is gone');
}

/** @returns the number of rows. */
export function* deleteRows(dialect: Dialect, table: TableName, where: Predicate): Plan<number> {
  const { sql, params } = toCondition(dialect, table, where);
  return yield* changesOf(`DELETE FROM "${table}" AS t WHERE ${sql}`, params);
}
