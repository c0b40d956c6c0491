/**
 * The texts that searches look in, as they compare them. A database folds only ASCII by itself. So a
 * table with a column `nameFolded` has the folded `name` there, and null where `name` is ASCII.
 */
import { folded } from '#lib/resources/names.ts';
import type { TableName } from '#lib/resources/rows.ts';
import { COLUMNS } from './columns.ts';

/**
 * Nobody looks for the end of a longer name, and a name as long as an imported record may be would
 * hold up everybody.
 */
export const LONGEST_SEARCHED = 4_096;

const SUFFIX = 'Folded';

const FOLDS = new Map(
  Object.entries(COLUMNS).map(([table, columns]) => {
    const names = Object.keys(columns).filter((name) => name.endsWith(SUFFIX));
    return [table, new Map(names.map((name) => [name.slice(0, -SUFFIX.length), name]))];
  }),
);

/** The column with the folded form of another one; null if there is none. */
export function foldedColumn(table: TableName, column: string): string | null {
  return FOLDS.get(table)?.get(column) ?? null;
}

const BEYOND_ASCII = /\P{ASCII}/u;

export function storedFold(text: unknown): string | null {
  if (typeof text !== 'string' || !BEYOND_ASCII.test(text)) return null;
  return folded(text.slice(0, LONGEST_SEARCHED).toWellFormed());
}

/** The columns together with the folded forms that searches compare. */
export function withFolds(table: TableName, columns: object): object {
  const forms = [...(FOLDS.get(table) ?? [])].flatMap(([column, name]) => {
    const text: unknown = Reflect.get(columns, column);
    return text === undefined ? [] : [[name, storedFold(text)] as const];
  });
  return forms.length === 0 ? columns : { ...columns, ...Object.fromEntries(forms) };
}
