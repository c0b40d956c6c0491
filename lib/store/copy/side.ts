/** One of the two databases of a copy, as its engine offers it. */
import type { CopiedTable } from './tables.ts';

/** A row's values in the order of its table's columns, the same from each engine. */
export type Stored = readonly (string | number | null)[];

export interface Side {
  /** The file, or the host and the database: without secrets. */
  readonly place: string;
  /** Runs one statement that both engines understand, with a question mark for each parameter. */
  run(sql: string, params?: readonly unknown[]): Promise<{ rows: Stored[]; changes: number }>;
  insert(table: CopiedTable, rows: readonly Stored[]): Promise<void>;
  /** Commits all that `work` does, or nothing. Nobody else writes meanwhile. */
  whole<T>(work: () => Promise<T>): Promise<T>;
  /** Keeps everybody else from writing until it is closed. */
  hold(): Promise<void>;
  /** The names of all tables, whoever made them. */
  tables(): Promise<string[]>;
  /** Whether the tables are those of this version. @throws OperatorError if a newer one made them. */
  isCurrent(): Promise<boolean>;
  /** Makes the tables of this version, without what triggers derive. */
  makeTables(): Promise<void>;
  /** Installs what derives data, and derives it from the rows that are there. */
  derive(): Promise<void>;
  close(): Promise<void>;
}
