/**
 * The interface of an engine, which is all that Grove knows of the database: reads within a
 * snapshot, and writes within a transaction. Every call may reject with an ApiError UNAVAILABLE if
 * the database cannot answer at the moment.
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
export interface Subtree {
  uid: string;
  withSelf: boolean;
}

/** Where rows are: directly in one resource, or in whole subtrees, none within another. */
export type Place =
  | { parent: string; subtrees: null }
  | { parent: null; subtrees: readonly Subtree[] };

/** The rows that a page is taken from. */
export interface Scope {
  /** All conditions. */
  where: Predicate;
  /** Where the rows are; null where no place says it. */
  place: Place | null;
  /** The other ones. */
  filter?: Predicate;
  /** Whether many rows of the place are expected to match the filter. */
  isBroad?: boolean;
}

export interface PageQuery extends Scope {
  order: Order;
  /** The row before the page; null for the first page. */
  cursor: Cursor | null;
  skip: number;
  limit: number;
  /** False for a page whose total nobody asks for: with some filters it takes longer than the rows. */
  isCounted?: boolean;
}

export interface Page<Row> {
  rows: Row[];
  /** Of all pages. */
  total: number;
  /** Whether it ends before its limit because its rows are large. */
  isCut?: boolean;
  /** Whether it took so long that others may have changed who may see it. */
  isLate?: boolean;
  /** The access revision in the snapshot of the rows, where it was read with them. */
  revision?: number;
}

export interface Asker {
  /** Names the caller. Long reads of the same one come after each other. */
  caller: string;
  /** Names the organizations of the caller, whose long reads leave room for those of others. */
  organization?: string;
  signal?: AbortSignal;
}

export interface Tally {
  here: number;
  below: number;
}

/** The number of rows, and the bytes in their large columns. */
export interface Weight {
  rows: number;
  bytes: number;
}

/** New advisories of a severity in one of the weeks after a start. */
export interface WeekCount {
  /** 0 for the first one. */
  week: number;
  severity: number;
  count: number;
}

/** The place of an audit record in the chain of its organization. */
export interface Link {
  /** 1 for the first record. */
  sequence: number;
  /** Of the record and its predecessor, in hex. */
  hash: string;
}

export interface Grant {
  group: string;
  capabilities: readonly Capability[];
}

export interface Found<Column extends string> {
  order?: Order<Column>;
  limit?: number;
}

export interface KeyLimits {
  /**
   * When the key was made. What was bound from that time on without a choice of the identity is not for
   * it: by role rules of providers, or by the identity itself.
   */
  made: Date;
  /** The root group of the only organization whose bindings from before count; null if all do. */
  home: string | null;
}

export interface Reads {
  /** Null where there is none. */
  get<Type extends ResourceType>(type: Type, uid: string): Promise<RowOf<Type> | null>;
  /** In the order of the uids. Leaves out rows that no longer exist. */
  getAll<Type extends ResourceType>(type: Type, uids: readonly string[]): Promise<RowOf<Type>[]>;
  find<Table extends TableName>(
    table: Table,
    where: Predicate<ColumnOf<Table>>,
    found?: Found<ColumnOf<Table>>,
  ): Promise<RowOf<Table>[]>;
  /** Any one of the rows; null if there is none. */
  first<Table extends TableName>(
    table: Table,
    where: Predicate<ColumnOf<Table>>,
  ): Promise<RowOf<Table> | null>;
  count<Table extends TableName>(table: Table, where: Predicate<ColumnOf<Table>>): Promise<number>;
  /** Only the uids, of all rows in the order of a column. */
  uids<Type extends ResourceType>(
    type: Type,
    where: Predicate,
    column: ColumnOf<Type>,
  ): Promise<string[]>;
  /** Reads kept counts; null if the uid is not that of a group. */
  tally(type: ResourceType, uid: string): Promise<Tally | null>;
  /**
   * All capabilities that role bindings grant to the identities.
   *
   * @param limits leave out bindings that do not apply to a key of the identity.
   */
  grants(identities: readonly string[], limits?: KeyLimits): Promise<Grant[]>;
  /** The last record of an organization's chain; null if there is none. */
  chainEnd(chain: string): Promise<Link | null>;
}

/** Each read sees what was committed when it began. */
export interface Committed extends Reads {
  uids<Type extends ResourceType>(
    type: Type,
    where: Predicate,
    column: ColumnOf<Type>,
    asker?: Asker,
  ): Promise<string[]>;
  page<Type extends ResourceType>(
    type: Type,
    query: PageQuery,
    asker?: Asker,
  ): Promise<Page<RowOf<Type>>>;
  /** The number of rows, or of different values of `distinct`: beside the event loop if it takes long. */
  countRows<Type extends ResourceType>(
    type: Type,
    where: Predicate,
    asker: Asker,
    distinct?: ColumnOf<Type>,
  ): Promise<number>;
  /** What reading some rows would take. Counts no further than `most` rows. */
  weight(type: ResourceType, where: Predicate, most: number): Promise<Weight>;
  /**
   * Advisories below a group that were created from `start` (milliseconds) on, but before `end`.
   */
  advisoriesByWeek(
    group: string,
    start: number,
    end: number,
    asker: Asker,
  ): Promise<readonly WeekCount[]>;
  /** The organizations that have a chain, also those that are deleted. */
  chains(): Promise<string[]>;
}

/**
 * An open write transaction. It ends with the promise of the given work. Inserts throw
 * RESOURCE_EXHAUSTED, and insert nothing, if the limits of a group leave no room.
 */
export interface Transaction extends Reads {
  /** Omitted columns get their defaults. @returns the row as stored. */
  insert<Type extends ResourceType>(type: Type, columns: Columns<Type>): Promise<RowOf<Type>>;
  /** Each row has all of the table's columns. */
  insertAll<Table extends TableName>(table: Table, rows: readonly Tables[Table][]): Promise<void>;
  /** Replaces the row of the same key. */
  put<Table extends 'Setting' | 'Attempt' | 'ChainHead'>(
    table: Table,
    row: RowOf<Table>,
  ): Promise<void>;
  /** Raises the revision. @throws Error if there is no such row. @returns the row as stored. */
  update<Type extends ResourceType>(
    type: Type,
    uid: string,
    columns: Columns<Type>,
  ): Promise<RowOf<Type>>;
  /** Writes these columns of existing rows, each with its own values. Raises their revisions. */
  updateEach<Type extends ResourceType>(
    type: Type,
    rows: readonly Tables[Type][],
    columns: readonly ColumnOf<Type>[],
  ): Promise<void>;
  /** Raises revisions. @returns the number of rows. */
  updateAll<Type extends ResourceType>(
    type: Type,
    where: Predicate<ColumnOf<Type>>,
    columns: Columns<Type>,
  ): Promise<number>;
  /** For columns that no ETag covers: revisions stay. @returns the number of rows. */
  note<Table extends TableName>(
    table: Table,
    where: Predicate<ColumnOf<Table>>,
    columns: Columns<Table>,
  ): Promise<number>;
  /** @throws Error if there is no such row. */
  delete(type: ResourceType, uid: string): Promise<void>;
  /** @returns the number of rows. */
  deleteAll<Table extends TableName>(
    table: Table,
    where: Predicate<ColumnOf<Table>>,
  ): Promise<number>;
}

export interface CopyFacts {
  /** The names of the applied migrations, oldest first. */
  migrations: string[];
  /** The number of rows in each table that is not derived from others. */
  counts: Record<string, number>;
}

export interface Copies {
  /**
   * Writes everything that is committed at one moment to a new file. Others can read and write in
   * the meantime.
   *
   * @param within runs at that moment, while nobody writes.
   */
  write<T>(file: string, within: () => Promise<T>): Promise<T>;
  /** @throws OperatorError if the copy is damaged. */
  inspect(file: string): CopyFacts;
  /** The names of this program's migrations, oldest first. */
  migrations(): string[];
  /** Absolute path of the database. */
  databaseFile(): string;
  /** Whether there is a database, or a part of one. */
  isThere(): boolean;
  /** Moves a copy beside the database to its place. Does nothing if that is already done. */
  install(file: string): void;
}

/** What a process has spent of a token bucket that all processes share. */
export interface Spending {
  key: string;
  /** How much later the bucket is full for it, in milliseconds. */
  costMs: number;
  /** How long an empty bucket takes to fill, in milliseconds. It owes at most another window. */
  windowMs: number;
}

export interface Engine {
  /** Opens and migrates the database. @throws OperatorError if that fails. */
  open(): Promise<void>;
  /** Closes all connections; the next use opens them again. */
  close(): Promise<void>;
  /**
   * Each call sees the rows that are committed at that time. A read with an asker runs beside the event
   * loop if it takes long. It throws ApiError DEADLINE_EXCEEDED past the deadline of searches, and
   * UNAVAILABLE if too many reads wait.
   */
  readonly committed: Committed;
  /** Runs reads that must agree with each other, even if others write in the meantime. */
  snapshot<T>(work: (reads: Reads) => Promise<T>): Promise<T>;
  /**
   * Runs `work` as one write transaction. All of it is durable when the promise resolves, none of
   * it when it rejects. Rows that `work` reads through its handle cannot change before it commits.
   *
   * @param signal if it is aborted before the transaction begins, nothing is done.
   * @throws ApiError UNAVAILABLE if its turn does not come in time; the signal's reason.
   */
  transaction<T>(work: (tx: Transaction) => Promise<T>, signal?: AbortSignal): Promise<T>;
  /** It grows with every change of access. */
  accessRevision(): Promise<number>;
  /**
   * Takes from token buckets that all processes share. Null for a database that serves one process.
   *
   * @returns in how many milliseconds each of them is full, by its key.
   */
  readonly spendTogether: ((spent: readonly Spending[]) => Promise<Map<string, number>>) | null;
  /** Describes derived data that does not match the rows. It may block the process for minutes. */
  verify(): Promise<string[]>;
  /** Null for a database that has its own tools for backups. */
  readonly copies: Copies | null;
}
