/** Translates predicates into conditions of Prisma Client. */
import { belowRange } from '#lib/aip/uid.ts';
import type { TableName } from '#lib/resources/rows.ts';
import type { Predicate } from '#lib/store/predicates.ts';
import type { Dialect } from '#lib/store/sql/dialect.ts';
import { kindOf } from '#lib/store/sql/values.ts';
import type { Model } from './client.ts';
import { given } from './values.ts';

/** What Prisma has no words for. */
const UNSPOKEN: ReadonlySet<Predicate['kind']> = new Set([
  'contains',
  'inRoot',
  'alias',
  'aliasContains',
  'grants',
  'secondFactor',
  'blockedIdentity',
]);

/** Prisma would split a statement with many more values, which loses its order. */
const MAX_VALUES = 500;

/** Whether Prisma can say all of it. */
export function isSpoken(predicate: Predicate): boolean {
  if (predicate.kind === 'in' && predicate.values.length > MAX_VALUES) return false;
  if (predicate.kind === 'not') return isSpoken(predicate.of);
  if (predicate.kind === 'any' || predicate.kind === 'all') return predicate.of.every(isSpoken);
  return !UNSPOKEN.has(predicate.kind);
}

const SIGNS = { '<': 'lt', '<=': 'lte', '>': 'gt', '>=': 'gte' } as const;

export interface Subject {
  dialect: Dialect;
  table: TableName;
  model: Model;
}

/** The `where` of Prisma Client for a predicate, with values in the form of the engine. */
export function toWhere(subject: Subject, predicate: Predicate): object {
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
      const { after, before } = belowRange(predicate.uid);
      return { uid: { gt: after, lt: before } };
    }
    case 'not':
      return { NOT: toWhere(subject, predicate.of) };
    case 'any':
      return { OR: predicate.of.map((one) => toWhere(subject, one)) };
    case 'all':
      return { AND: predicate.of.map((one) => toWhere(subject, one)) };
    default:
      throw new Error(`Prisma has no condition for ${predicate.kind}`);
  }
}
