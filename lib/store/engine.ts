/**
 * The interface of an engine, which is all that Grove knows of the database: reads within a
 * snapshot, and writes within a transaction. Every call may reject with an ApiError UNAVAILABLE if
 * the database cannot answer at the moment.
 */
import type { Committed, Reads } from './prisma/reads.ts';
import type { Transaction } from './prisma/transaction.ts';
import type { Writing } from './prisma/writing.ts';
import type { Copies } from './sqlite/copies.ts';

export type { Copies };

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
   * @throws ApiError UNAVAILABLE if its turn does not come in time; the signal's reason.
   */
  transaction<T>(work: (tx: Transaction) => Promise<T>, writing?: Writing): Promise<T>;
  /** It differs after every change of access, and after each binding that has begun or ended by itself. */
  accessRevision(): Promise<string>;
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
