/** Converts between the values of rows and those of Prisma Client, and predicates into its conditions. */
import { DbNull } from '@prisma/client/runtime/client';
import { belowRange } from '#lib/aip/uid.ts';
import type { TableName, Tables } from '#lib/resources/rows.ts';
import type { SimplePredicate } from '#lib/store/predicates.ts';
import type { Dialect } from '#lib/store/sql/dialect.ts';
import type { Values } from '#lib/store/sql/plan.ts';
import { kindOf } from '#lib/store/sql/values.ts';
import { COLUMNS, type ColumnKind } from '#lib/store/tables/columns.ts';
import { withDerived } from '#lib/store/tables/folded.ts';
import type { Model } from './client.ts';

/** PostgreSQL holds times as numbers of milliseconds. Prisma does so for SQLite by itself. */
function given({ isRemote }: Dialect, kind: ColumnKind, value: unknown): unknown {
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

const timesOf = (table: TableName) =>
  Object.entries(COLUMNS[table]).flatMap(([column, kind]) => (kind === 'time' ? [column] : []));

/** Converts in place. */
export function foundRow<Table extends TableName>(
  { isRemote }: Dialect,
  table: Table,
  values: Values,
): Tables[Table] {
  if (isRemote) {
    for (const column of timesOf(table)) {
      const value = values[column];
      if (typeof value === 'bigint') values[column] = new Date(Number(value));
    }
  }
  return values as Tables[Table];
}

const SIGNS = { '<': 'lt', '<=': 'lte', '>': 'gt', '>=': 'gte' } as const;

interface Subject {
  dialect: Dialect;
  table: TableName;
  model: Model;
}

/** The `where` of Prisma Client for a predicate, with values in the form of the engine. */
export function toWhere(subject: Subject, predicate: SimplePredicate): object {
  const { dialect, table, model } = subject;
  const encoded = (column: string, value: unknown) => given(dialect, kindOf(table, column), value);
  switch (predicate.kind) {
    case 'is':
      return { [predicate.column]: { equals: encoded(predicate.column, predicate.value) } };
    case 'in': {
      const { column, values } = predicate;
      return { [column]: { in: values.map((value) => encoded(column, value)) } };
    }
    case 'compare': {
      const { column, sign, value } = predicate;
      return { [column]: { [SIGNS[sign]]: encoded(column, value) } };
    }
    case 'same':
      return { [predicate.column]: { equals: Reflect.get(model.fields, predicate.other) } };
    case 'below': {
      const ranges = predicate.uids.map(belowRange);
      return { OR: ranges.map(({ after, before }) => ({ uid: { gt: after, lt: before } })) };
    }
    case 'not':
      return { NOT: toWhere(subject, predicate.of) };
    case 'any':
      return { OR: predicate.of.map((one) => toWhere(subject, one)) };
    case 'all':
      return { AND: predicate.of.map((one) => toWhere(subject, one)) };
  }
}
