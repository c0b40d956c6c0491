/**
 * What an engine offers, and all that the rest of Grove knows of the database: reads within a
 * snapshot, and writes within a transaction. Every call may reject with an ApiError UNAVAILABLE
 * where the database cannot answer now.
 */
import type { Cursor } from '#lib/aip/page-token.ts';
import type { Capability } from '#lib/resources/capabilities.ts';
import type { ResourceType } from '#lib/resources/define.ts';
import type { ColumnOf, Columns, RowOf, TableName, Tables } from '#lib/resources/rows.ts';
import type { Predicate } from './predicates.ts';

/** Ties are broken by uid in the same direction. */
export interface Order<Column extends string = string> {
  column: Column;
  descending: boolean;
}

/** All rows of a kind below a group, and, where they are groups, the group itself if asked for. */
export interface Area {
  uid: string;
  withSelf: boolean;
}

/** Which rows a page is taken from. `areas` and `parent` say the same as `where`, as a shortcut. */
export interface Scope {
  where: Predicate;
  /** Whole subtrees, none within another; null where they are not all that is asked for. */
  areas: readonly Area[] | null;
  /** The group whose direct contents are asked for and nothing else; null for anything else. */
  parent: string | null;
}

export interface PageQuery extends Scope {
  order: Order;
  /** Behind which row the page begins; null for the first one. */
  cursor: Cursor | null;
  skip: number;
  limit: number;
}

export interface Page<Row> {
  rows: Row[];
  /** How many rows there are, on all pages. */
  total: number;
}

export interface Tally {
  /** Rows directly in the group. */
  here: number;
  /** Rows below the group, at any depth. */
  below: number;
}

/** New advisories of a severity in one of the weeks after a start. */
export interface WeekCount {
  /** 0 for the first one. */
  week: number;
  severity: number;
  count: number;
}

/** What a role gives to whoever is bound to it at a group. */
export interface Grant {
  group: string;
  capabilities: readonly Capability[];
}

export interface Found<Column extends string> {
  order?: Order<Column>;
  limit?: number;
}

export interface Reads {
  /** Null where there is none. */
  get<Type extends ResourceType>(type: Type, uid: string): Promise<RowOf<Type> | null>;
  /** In the order of the uids; those that are gone are left out. */
  getAll<Type extends ResourceType>(type: Type, uids: readonly string[]): Promise<RowOf<Type>[]>;
  find<Table extends TableName>(
    table: Table,
    where: Predicate<ColumnOf<Table>>,
    found?: Found<ColumnOf<Table>>,
  ): Promise<RowOf<Table>[]>;
  /** One of the rows, whichever; null where there is none. */
  first<Table extends TableName>(
    table: Table,
    where: Predicate<ColumnOf<Table>>,
  ): Promise<RowOf<Table> | null>;
  /** How many rows, or how many different values of `distinct` they have. */
  count<Table extends TableName>(
    table: Table,
    where: Predicate<ColumnOf<Table>>,
    distinct?: ColumnOf<Table>,
  ): Promise<number>;
  /** The uids alone of all rows in the order of a column. */
  uids<Type extends ResourceType>(
    type: Type,
    where: Predicate,
    column: ColumnOf<Type>,
  ): Promise<string[]>;
  page<Type extends ResourceType>(type: Type, query: PageQuery): Promise<Page<RowOf<Type>>>;
  /** Without counting; null where the uid is not that of a group. */
  tally(type: ResourceType, uid: string): Promise<Tally | null>;
  /** All that the identities are bound to. */
  grants(identities: readonly string[]): Promise<Grant[]>;
  /** Advisories below a group that were made at `start` (milliseconds) or later, but before `end`. */
  advisoriesByWeek(group: string, start: number, end: number): Promise<WeekCount[]>;
}

/**
 * A write that has not been committed. It ends with the promise of the work that was given it.
 * Inserts throw RESOURCE_EXHAUSTED where the limits of a group leave no room, and insert nothing.
 */
export interface Transaction extends Reads {
  /** Columns that are left out have their defaults. @returns the row as stored. */
  insert<Type extends ResourceType>(type: Type, columns: Columns<Type>): Promise<RowOf<Type>>;
  /** Each row has all of the table's columns. */
  insertAll<Table extends TableName>(table: Table, rows: readonly Tables[Table][]): Promise<void>;
  /** Replaces the row of the same key. */
  put<Table extends 'Setting' | 'Attempt'>(table: Table, row: RowOf<Table>): Promise<void>;
  /** The revision grows. @throws Error where there is no such row. @returns the row as stored. */
  update<Type extends ResourceType>(
    type: Type,
    uid: string,
    columns: Columns<Type>,
  ): Promise<RowOf<Type>>;
  /** Writes these columns of rows that are there, each with values of its own. Revisions grow. */
  updateEach<Type extends ResourceType>(
    type: Type,
    rows: readonly Tables[Type][],
    columns: readonly ColumnOf<Type>[],
  ): Promise<void>;
  /** Revisions grow. @returns how many rows there were. */
  updateAll<Type extends ResourceType>(
    type: Type,
    where: Predicate<ColumnOf<Type>>,
    columns: Columns<Type>,
  ): Promise<number>;
  /** For what shows in no ETag: revisions stay. @returns how many rows there were. */
  note<Table extends TableName>(
    table: Table,
    where: Predicate<ColumnOf<Table>>,
    columns: Columns<Table>,
  ): Promise<number>;
  /** @throws Error where there is no such row. */
  delete(type: ResourceType, uid: string): Promise<void>;
  /** @returns how many rows there were. */
  deleteAll<Table extends TableName>(
    table: Table,
    where: Predicate<ColumnOf<Table>>,
  ): Promise<number>;
  /** Makes a repository say what its tags say: which there are, and when one last changed. */
  refreshRepo(uid: string): Promise<void>;
}

/** What is in a copy of the database. */
export interface CopyFacts {
  /** The names of those that were applied, oldest first. */
  migrations: string[];
  /** How many rows each table has that does not follow from others. */
  counts: Record<string, number>;
}

/** The database as one file. */
export interface Copies {
  /**
   * Writes all that is committed at one moment to a new file, while others read and write.
   *
   * @param within runs at that moment, while nobody writes.
   */
  write<T>(file: string, within: () => Promise<T>): Promise<T>;
  /** @throws OperatorError where the copy is damaged. */
  inspect(file: string): CopyFacts;
  /** The names of the migrations that this program has, oldest first. */
  migrations(): string[];
  /** Absolute path of the database. */
  place(): string;
  /** Whether there is a database, or a part of one. */
  isThere(): boolean;
  /** Moves a copy beside the database to its place; nothing where that was done before. */
  install(file: string): void;
}

export interface Engine {
  /** Opens and migrates the database. @throws OperatorError where that cannot be done. */
  open(): Promise<void>;
  /** Closes all connections; the next use opens them again. */
  close(): Promise<void>;
  /** Each call sees what is committed by then. */
  readonly committed: Reads;
  /** Runs reads that have to agree with each other, whatever is written meanwhile. */
  snapshot<T>(work: (reads: Reads) => Promise<T>): Promise<T>;
  /**
   * Runs `work` as one write transaction: all of it is durable when the promise resolves, none of
   * it when it rejects. What `work` reads through its handle cannot change before it commits.
   *
   * @param signal where it is aborted before the transaction begins, nothing is done.
   * @throws ApiError UNAVAILABLE where its turn does not come in time; the signal's reason.
   */
  transaction<T>(work: (tx: Transaction) => Promise<T>, signal?: AbortSignal): Promise<T>;
  /** Grows with every change to who may do what; as of now. */
  accessRevision(): Promise<number>;
  /** What is kept and does not follow from the rows, in words. It may occupy the process for minutes. */
  verify(): Promise<string[]>;
  /** Null for a database that comes with tools of its own for backups. */
  readonly copies: Copies | null;
}
