/**
 * The conditions on rows. A predicate is plain data, typed by the columns that it names. The engine
 * translates it into its own language.
 */
import type { Capability } from '#lib/resources/capabilities.ts';

export type Value = string | number | boolean | Date | null;

export type Predicate<Column extends string = string> =
  | { readonly kind: 'is'; readonly column: Column; readonly value: Value }
  | { readonly kind: 'in'; readonly column: Column; readonly values: readonly Value[] }
  | {
      readonly kind: 'compare';
      readonly column: Column;
      readonly sign: '<' | '<=' | '>' | '>=';
      readonly value: string | number | Date;
    }
  | { readonly kind: 'same'; readonly column: Column; readonly other: Column }
  | { readonly kind: 'contains'; readonly column: Column; readonly text: string }
  | { readonly kind: 'below'; readonly uid: string }
  | { readonly kind: 'inRoot' }
  | { readonly kind: 'alias'; readonly aliases: readonly string[] }
  | { readonly kind: 'aliasContains'; readonly text: string }
  | { readonly kind: 'grants'; readonly capability: Capability }
  | { readonly kind: 'secondFactor'; readonly has: boolean }
  | { readonly kind: 'blockedIdentity' }
  | { readonly kind: 'not'; readonly of: Predicate<Column> }
  | { readonly kind: 'any' | 'all'; readonly of: readonly Predicate<Column>[] };

/** The column has the value; null is a value like any other. */
export function is<Column extends string>(column: Column, value: Value): Predicate<Column> {
  return { kind: 'is', column, value };
}

/** The column has one of the values, none of which is null. */
export function isIn<Column extends string>(
  column: Column,
  values: readonly Value[],
): Predicate<Column> {
  return { kind: 'in', column, values };
}

type Sign = Extract<Predicate, { kind: 'compare' }>['sign'];

const comparing =
  (sign: Sign) =>
  <Column extends string>(column: Column, value: string | number | Date): Predicate<Column> => ({
    kind: 'compare',
    column,
    sign,
    value,
  });

export const lessThan = comparing('<');
export const atMost = comparing('<=');
export const moreThan = comparing('>');
export const atLeast = comparing('>=');

/** Both columns have the same value; neither is null. */
export function same<Column extends string>(column: Column, other: Column): Predicate<Column> {
  return { kind: 'same', column, other };
}

/** The text is part of the column's value. Case and compatible characters do not matter. */
export function contains<Column extends string>(column: Column, text: string): Predicate<Column> {
  return { kind: 'contains', column, text };
}

export function below(uid: string): Predicate<never> {
  return { kind: 'below', uid };
}

/** The row is directly in a root group. For groups: the roots themselves. */
export function inRoot(): Predicate<never> {
  return { kind: 'inRoot' };
}

export function alias(aliases: readonly string[]): Predicate<never> {
  return { kind: 'alias', aliases };
}

/** An advisory with an alias that contains the text. ASCII case does not matter. */
export function aliasContains(text: string): Predicate<never> {
  return { kind: 'aliasContains', text };
}

/** Role bindings whose role has the capability. */
export function grants(capability: Capability): Predicate<never> {
  return { kind: 'grants', capability };
}

/** An identity with a password of the installation and a second factor, or with none. */
export function secondFactor(has: boolean): Predicate<never> {
  return { kind: 'secondFactor', has };
}

/** Role bindings of blocked identities. */
export function blockedIdentity(): Predicate<never> {
  return { kind: 'blockedIdentity' };
}

/** The predicate is false. A predicate on a null column is neither true nor false. */
export function not<Column extends string>(of: Predicate<Column>): Predicate<Column> {
  return { kind: 'not', of };
}

/** At least one predicate is true; false for an empty list. */
export function any<Column extends string>(...of: readonly Predicate<Column>[]): Predicate<Column> {
  return { kind: 'any', of };
}

/** Every predicate is true; true for an empty list. */
export function all<Column extends string>(...of: readonly Predicate<Column>[]): Predicate<Column> {
  return { kind: 'all', of };
}
