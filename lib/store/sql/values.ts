/** Converts between a database's values and those of rows. */
import type { RowOf, TableName } from '#lib/resources/rows.ts';
import { COLUMNS } from '#lib/store/tables/columns.ts';
import type { ColumnKind } from '#lib/store/tables/columns.ts';
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

function decode(kind: ColumnKind, value: unknown): unknown {
  if (value === null) return null;
  switch (kind) {
    case 'time':
      return new Date(value as number);
    case 'json':
      return JSON.parse(value as string);
    case 'boolean':
      return value === 1 || value === true;
    case 'bigint':
      return BigInt(value as string | number);
    default:
      return value;
  }
}

interface Plan {
  plain: [string, ColumnKind][];
  joined: [string, string][];
}

// The conversion of a table's values is planned once.
const plans = new Map<TableName, Plan>();

function planFor(table: TableName): Plan {
  const known = plans.get(table);
  if (known !== undefined) return known;
  const plan: Plan = {
    plain: Object.entries(COLUMNS[table]),
    joined: joinsOf(table).flatMap((join) =>
      join.columns.map((column): [string, string] => [join.as, column]),
    ),
  };
  plans.set(table, plan);
  return plan;
}

/** @param values a row of the select in `select.ts`: columns, and `as.column` of each join. */
export function toRow<Table extends TableName>(table: Table, values: unknown): RowOf<Table> {
  const { plain, joined } = planFor(table);
  const given = values as Values;
  const row: Values = {};
  for (const [column, kind] of plain) row[column] = decode(kind, given[column]);
  for (const [as, column] of joined) {
    const inner = (row[as] ??= {}) as Values;
    inner[column] = given[`${as}.${column}`];
  }
  return row as RowOf<Table>;
}
