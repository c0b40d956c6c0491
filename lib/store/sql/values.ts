/** Converts between a database's values and those of rows. */
import type { RowOf, TableName } from '#lib/resources/rows.ts';
import { COLUMNS, type ColumnKind } from '#lib/store/tables/columns.ts';
import { joinsOf } from '#lib/store/tables/joins.ts';
import type { Values } from './plan.ts';

/** The column's kind. Column names become part of statements, so unknown ones are rejected. */
export function kindOf(table: TableName, column: string): ColumnKind {
  const kinds = COLUMNS[table];
  const kind = Object.hasOwn(kinds, column) ? kinds[column] : undefined;
  if (kind === undefined) throw new Error(`${table} has no column ${column}`);
  return kind;
}

/** As the database holds it: times as milliseconds, and JSON as text. */
export function encode(kind: ColumnKind, value: unknown): unknown {
  if (value === null) return null;
  switch (kind) {
    case 'time':
      return value instanceof Date ? value.getTime() : value;
    case 'json':
      return JSON.stringify(value);
    case 'boolean':
      return value === true ? 1 : 0;
    default:
      return value;
  }
}

type Decode = (value: unknown) => unknown;

/** The conversions of values that are not null. Other kinds need none. */
const DECODERS: Partial<Record<ColumnKind, Decode>> = {
  time: (value) => new Date(value as number),
  // Most are empty, and not worth a call of the parser.
  json: (value) => (value === '[]' ? [] : (JSON.parse(value as string) as unknown)),
  boolean: (value) => value === 1 || value === true,
  bigint: (value) => BigInt(value as string | number),
};

const DECODED = new Map(
  Object.entries(COLUMNS).map(([table, columns]) => {
    const all = Object.entries(columns).map(([column, kind]) => [column, DECODERS[kind]] as const);
    return [table, all.flatMap(([column, decode]) => (decode ? [{ column, decode }] : []))];
  }),
);

/**
 * Converts in place, which is faster than a copy.
 *
 * @param values a row of the select in `select.ts`: columns, and `as.column` of each join.
 */
export function toRow<Table extends TableName>(table: Table, values: Values): RowOf<Table> {
  for (const { column, decode } of DECODED.get(table) ?? []) {
    const value = values[column];
    if (value !== null) values[column] = decode(value);
  }
  for (const { as, on, columns } of joinsOf(table)) {
    const inner: Values = { uid: values[on] };
    for (const column of columns) inner[column] = values[`${as}.${column}`];
    values[as] = inner;
  }
  return values as RowOf<Table>;
}

/** As PostgreSQL names them. SQLite understands all but that of JSON, which nothing is compared with. */
export const TYPES: Readonly<Record<ColumnKind, string>> = {
  text: 'text',
  integer: 'integer',
  bigint: 'bigint',
  boolean: 'boolean',
  time: 'bigint',
  json: 'json',
};

/**
 * A parameter whose value does not decide how a statement is planned. SQLite looks at a bare parameter
 * that a column equals, or that bounds the rows, and prepares the statement again for each run. That
 * takes longer than most statements.
 */
export const given = (kind: ColumnKind): string => `CAST(? AS ${TYPES[kind]})`;
