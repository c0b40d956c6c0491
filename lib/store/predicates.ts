/**
 * The conditions on rows. A predicate is plain data, typed by the columns that it names. The engine
 * translates it into its own language.
 */
import type { Capability } from '#lib/resources/capabilities.ts';

/** A text that is part of a column of the row that a join finds. */
export interface JoinedText {
  readonly join: string;
  readonly columns: readonly string[];
  readonly text: string;
}

/** A value of a column. A Date is compared by its milliseconds. */
export type Value = string | number | boolean | Date | null;

/** A condition on rows that Prisma can say too, so that every read and write takes it. */
export type SimplePredicate<Column extends string = string> =
  | { readonly kind: 'is'; readonly column: Column; readonly value: Value }
  | { readonly kind: 'in'; readonly column: Column; readonly values: readonly Value[] }
  | {
      readonly kind: 'compare';
      readonly column: Column;
      readonly sign: '<' | '<=' | '>' | '>=';
      readonly value: string | number | Date;
    }
  | { readonly kind: 'same'; readonly column: Column; readonly other: Column }
  | { readonly kind: 'below'; readonly uids: readonly string[] }
  | { readonly kind: 'not'; readonly of: SimplePredicate<Column> }
  | { readonly kind: 'any' | 'all'; readonly of: readonly SimplePredicate<Column>[] };

/**
 * A condition on rows, made by the functions below. One that is not a {@link SimplePredicate} is for reads
 * by prepared statements alone.
 */
export type Predicate<Column extends string = string> =
  | SimplePredicate<Column>
  | { readonly kind: 'alike'; readonly column: Column; readonly forms: readonly string[] }
  | { readonly kind: 'contains'; readonly column: Column; readonly text: string }
  | ({ readonly kind: 'joinContains' } & JoinedText)
  | { readonly kind: 'mentions'; readonly column: Column; readonly uid: string }
  | { readonly kind: 'inRoot' }
  | { readonly kind: 'alias'; readonly aliases: readonly string[] }
  | { readonly kind: 'aliasContains'; readonly text: string }
  | { readonly kind: 'grants'; readonly capability: Capability }
  | { readonly kind: 'secondFactor'; readonly has: boolean }
  | { readonly kind: 'stoppedIdentity' }
  | { readonly kind: 'past'; readonly column: Column }
  | { readonly kind: 'not'; readonly of: Predicate<Column> }
  | { readonly kind: 'any' | 'all'; readonly of: readonly Predicate<Column>[] };

/** The column has the value; null is a value like any other. */
export const is = <Column extends string>(
  column: Column,
  value: Value,
): SimplePredicate<Column> => ({
  kind: 'is',
  column,
  value,
});

/** The column has one of the values, none of which is null. */
export const isIn = <Column extends string>(
  column: Column,
  values: readonly Value[],
): SimplePredicate<Column> => ({ kind: 'in', column, values });

type Sign = Extract<SimplePredicate, { kind: 'compare' }>['sign'];

const comparing =
  (sign: Sign) =>
  <Column extends string>(
    column: Column,
    value: string | number | Date,
  ): SimplePredicate<Column> => ({
    kind: 'compare',
    column,
    sign,
    value,
  });

/** Compares a column with a value. On a null column, no comparison is true or false. */
export const lessThan = comparing('<');
export const atMost = comparing('<=');
export const moreThan = comparing('>');
export const atLeast = comparing('>=');

/** Both columns have the same value; neither is null. */
export const same = <Column extends string>(
  column: Column,
  other: Column,
): SimplePredicate<Column> => ({
  kind: 'same',
  column,
  other,
});

/**
 * The letters and digits of the column are those of one of the forms, whatever their case. Other rows may be
 * among them, which a process of an earlier version wrote.
 */
export const alike = <Column extends string>(
  column: Column,
  forms: readonly string[],
): Predicate<Column> => ({ kind: 'alike', column, forms });

/** The text is part of the column's value. Case and compatible characters do not matter. */
export const contains = <Column extends string>(
  column: Column,
  text: string,
): Predicate<Column> => ({ kind: 'contains', column, text });

/** The text is part of one of the columns of a related row. Case and compatible characters do not matter. */
export const joinContains = (
  join: string,
  columns: readonly string[],
  text: string,
): Predicate<never> => ({ kind: 'joinContains', join, columns, text });

/** The uid is part of the column's JSON, in whichever member. */
export const mentions = <Column extends string>(
  column: Column,
  uid: string,
): Predicate<Column> => ({
  kind: 'mentions',
  column,
  uid,
});

/** The row is anywhere below one of the uids, and none of them itself. No uid may be below another. */
export const below = (...uids: readonly string[]): SimplePredicate<never> => ({
  kind: 'below',
  uids,
});

/** The row is directly in a root group. For groups: the roots themselves. */
export const inRoot = (): Predicate<never> => ({ kind: 'inRoot' });

/** An advisory that has one of the aliases, each compared whole. */
export const alias = (aliases: readonly string[]): Predicate<never> => ({ kind: 'alias', aliases });

/** An advisory with an alias that contains the text. ASCII case does not matter. */
export const aliasContains = (text: string): Predicate<never> => ({ kind: 'aliasContains', text });

/** Role bindings whose role has the capability. */
export const grants = (capability: Capability): Predicate<never> => ({
  kind: 'grants',
  capability,
});

/** An identity with a password of the installation and a second factor, or with none. */
export const secondFactor = (has: boolean): Predicate<never> => ({ kind: 'secondFactor', has });

/** Role bindings that a block stops, or whose identity its person has not confirmed. */
export const stoppedIdentity = (): Predicate<never> => ({ kind: 'stoppedIdentity' });

/** The time of the column has come, by the clock of the database. */
export const past = <Column extends string>(column: Column): Predicate<Column> => ({
  kind: 'past',
  column,
});

/** The predicate is false. A predicate on a null column is neither true nor false. */
export function not<Column extends string>(of: SimplePredicate<Column>): SimplePredicate<Column>;
export function not<Column extends string>(of: Predicate<Column>): Predicate<Column>;
export function not(of: Predicate): Predicate {
  return { kind: 'not', of };
}

/** At least one predicate is true; false for an empty list. */
export function any<Column extends string>(
  ...of: readonly SimplePredicate<Column>[]
): SimplePredicate<Column>;
export function any<Column extends string>(...of: readonly Predicate<Column>[]): Predicate<Column>;
export function any(...of: readonly Predicate[]): Predicate {
  return { kind: 'any', of };
}

/** Every predicate is true; true for an empty list. */
export function all<Column extends string>(
  ...of: readonly SimplePredicate<Column>[]
): SimplePredicate<Column>;
export function all<Column extends string>(...of: readonly Predicate<Column>[]): Predicate<Column>;
export function all(...of: readonly Predicate[]): Predicate {
  return { kind: 'all', of };
}
