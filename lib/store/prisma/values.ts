/** Converts between the values of rows and those of Prisma Client. */
import { DbNull } from '@prisma/client/runtime/client';
import type { RowOf, TableName } from '#lib/resources/rows.ts';
import type { Dialect } from '#lib/store/sql/dialect.ts';
import type { Values } from '#lib/store/sql/plan.ts';
import { kindOf } from '#lib/store/sql/values.ts';
import type { ColumnKind } from '#lib/store/tables/columns.ts';
import { COLUMNS } from '#lib/store/tables/columns.ts';
import { withDerived } from '#lib/store/tables/folded.ts';
import { joinsOf } from '#lib/store/tables/joins.ts';

/** PostgreSQL holds times as numbers of milliseconds. Prisma does so for SQLite by itself. */
export function given({ isRemote }: Dialect, kind: ColumnKind, value: unknown): unknown {
  if (isRemote && value instanceof Date) return BigInt(value.getTime());
  return kind === 'json' && value === null ? DbNull : value;
}

/** The columns of a row as Prisma Client takes them, folded names included. Undefined columns are left out. */
export function givenRow(dialect: Dialect, table: TableName, columns: object): Values {
  return Object.fromEntries(
    Object.entries(withDerived(table, columns))
      .filter(([, value]) => value !== undefined)
      .map(([column, value]) => [column, given(dialect, kindOf(table, column), value)]),
  );
}

/** The related columns that rows are read with; undefined if there are none. */
export function includedIn(table: TableName): object | undefined {
  const joins = joinsOf(table);
  if (joins.length === 0) return undefined;
  return Object.fromEntries(
    joins.map(({ as, columns }) => [
      as,
      { select: Object.fromEntries(['uid', ...columns].map((column) => [column, true])) },
    ]),
  );
}

const timesOf = (table: TableName) =>
  Object.entries(COLUMNS[table]).flatMap(([column, kind]) => (kind === 'time' ? [column] : []));

/** Converts in place. */
export function foundRow<Table extends TableName>(
  { isRemote }: Dialect,
  table: Table,
  values: Values,
): RowOf<Table> {
  if (isRemote) {
    for (const column of timesOf(table)) {
      const value = values[column];
      if (typeof value === 'bigint') values[column] = new Date(Number(value));
    }
  }
  return values as RowOf<Table>;
}
