/**
 * The columns that follow from another one. A database folds only ASCII by itself. So a table with a
 * column `nameFolded` has the folded `name` there, for searches, and null where `name` is ASCII. Nor does
 * it order 1.10 after 1.9: that is the order of `nameNatural`; or émile before Frank: that of `nameOrder`.
 * Spellings of one package have one `artifactNameAlike`.
 */
import { nameOrder } from '#lib/resources/name-order.ts';
import { naturalOrder } from '#lib/resources/natural-order.ts';
import { alikeForm, folded } from '#lib/resources/names.ts';
import type { TableName } from '#lib/resources/rows.ts';
import { COLUMNS } from './columns.ts';

/**
 * Nobody looks for the end of a longer name, and a name as long as an imported record may be would
 * hold up everybody.
 */
export const LONGEST_SEARCHED = 4_096;

const BEYOND_ASCII = /\P{ASCII}/u;

export function storedFold(text: unknown): string | null {
  if (typeof text !== 'string' || !BEYOND_ASCII.test(text)) return null;
  return folded(text.slice(0, LONGEST_SEARCHED).toWellFormed());
}

/** Keyed by the suffix of the column's name. */
export const DERIVED: Readonly<Record<string, (text: unknown) => string | null>> = {
  Folded: storedFold,
  Natural: (text) => naturalOrder(String(text)),
  Alike: (text) => alikeForm(String(text)),
  Order: (text) => nameOrder(String(text)),
};

interface Form {
  /** The column that it follows from. */
  of: string;
  column: string;
  derive: (text: unknown) => string | null;
}

const FORMS = new Map(
  Object.entries(COLUMNS).map(([table, columns]) => [table, Object.keys(columns).flatMap(formOf)]),
);

function formOf(column: string): Form[] {
  const [, of, form] = /^(\w+)(Folded|Natural|Alike|Order)$/.exec(column) ?? [];
  const derive = DERIVED[form ?? ''];
  return of === undefined || derive === undefined ? [] : [{ of, column, derive }];
}

const formsOf = (table: TableName): readonly Form[] => FORMS.get(table) ?? [];

/** A column that lists are ordered by, by the column that it follows from and the end of its name. */
export interface DerivedOrder {
  table: string;
  column: string;
  form: string;
}

/** All of them. They are empty in rows of a program that does not know them. */
export const ORDERS: readonly DerivedOrder[] = [...FORMS.entries()].flatMap(([table, forms]) =>
  forms
    .filter(({ column }) => !column.endsWith('Folded'))
    .map(({ of, column }) => ({ table, column: of, form: column.slice(of.length) })),
);

/** The column with the folded form of another one; null if there is none. */
export function foldedColumn(table: TableName, column: string): string | null {
  return derivedColumns(table, column).find((name) => name.endsWith('Folded')) ?? null;
}

export const derivedColumns = (table: TableName, column: string): string[] =>
  formsOf(table).flatMap((form) => (form.of === column ? [form.column] : []));

export function withDerived(table: TableName, columns: object): object {
  const forms = formsOf(table).flatMap(({ of, column, derive }) => {
    const text: unknown = Reflect.get(columns, of);
    return text === undefined ? [] : [[column, derive(text)] as const];
  });
  return forms.length === 0 ? columns : { ...columns, ...Object.fromEntries(forms) };
}
