/** The parts of statements that each engine says in its own way. */
import type { TableName } from '#lib/resources/rows.ts';
import type { ColumnKind } from '#lib/store/tables/columns.ts';
import type { Part, Statement } from './plan.ts';

export interface Dialect {
  /** Whether somebody waits for a round trip of each statement. */
  isRemote: boolean;
  /** The column that finds a row soonest. */
  key: string;
  /** How many rows a statement that cannot be given up may look at. */
  most: number;
  /** Any number of values as one parameter, so that the statement stays the same. */
  list(values: readonly unknown[]): unknown;
  /** A source `as` with the values of such a parameter in its column "value". */
  listSource(as: string, kind: ColumnKind): string;
  /** A source of the rows `t` of a table that meet a condition for one of such values, `v`, each by an index. */
  forEach(kind: ColumnKind, table: TableName, condition: string): string;
  /** Whether an expression is one of the values of such a parameter. */
  whereListed(expression: string, kind: ColumnKind): string;
  /** A source `as` with the texts of a JSON array in its column "value". */
  elements(array: string, as: string): string;
  /** A source `as` with the rows in one parameter, which is an array of objects as JSON. */
  records(table: TableName, as: string): string;
  /** A column of such a source. */
  field(as: string, column: string): string;
  /** A JSON column as the text that it is stored as. */
  jsonText(column: string): string;
  /** A member of a JSON column as a text. */
  member(column: string, name: string): string;
  /** The function that makes an object of names and values. */
  jsonObject: string;
  /** The function that says where a text begins in another, or 0. */
  position: string;
  /** The same condition, but a search that has run out of time stops at the next row that it is tested for. */
  metered(condition: string): string;
  /** A condition that is always true, at which a search that has run out of time stops at some rows of `t`. */
  sampled: string;
  /** The end of a statement that finds at most so many rows. */
  limit(count: number): Pick<Statement, 'sql' | 'params'>;
  /**
   * The time in milliseconds since 1970, by one clock for all processes of the database: that of the server, or of the only
   * process.
   */
  now(): Part;
  /** The value of a column in a form that no index has. */
  unindexed(column: string, kind: ColumnKind): string;
}

/** A text with question marks as the engine wants it. A server numbers its parameters. */
export function numbered({ isRemote }: Pick<Dialect, 'isRemote'>, sql: string): string {
  let number = 0;
  return isRemote ? sql.replaceAll('?', () => `$${(number += 1)}`) : sql;
}
