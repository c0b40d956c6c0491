/**
 * Copies committed pages from the write-ahead log into the file. SQLite does it within a commit, which
 * would hold up everybody after a deletion with thousands of rows; a thread does it then.
 *
 * @see docs/decisions/068-prisma-writes.md
 */
import { once } from 'node:events';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { logSeldom } from '#lib/log.ts';
import type { Connection } from './connection.ts';

/** SQLite does not copy by itself on a connection with this setting. */
export const COPY_NOTHING = 'PRAGMA wal_autocheckpoint = 0';
/** Waits for nobody: what somebody still reads stays in the log. */
export const COPY = 'PRAGMA wal_checkpoint(PASSIVE)';
/** The pages in the log, and how many of them have been copied. */
const COUNT = 'PRAGMA wal_checkpoint(NOOP)';

/** Pages in the log before any are copied, as SQLite has it. */
const MIN_PAGES = 1_000;
/** Fewer are copied in some 10 ms, which is less than the start of a thread takes. */
const MIN_PAGES_OF_A_THREAD = 3_000;

/** After a thread, in milliseconds. What somebody still reads stays in the log, whoever tries. */
const PAUSE_MS = 2_000;

/** As for the threads that read: from the root, and inline. */
const entry = () =>
  join(/* turbopackIgnore: true */ process.cwd(), 'lib/store/sqlite/write-ahead-log-thread.ts');

export const copyInThread = (file: string): Promise<unknown> =>
  once(new Worker(entry(), { workerData: file }), 'exit');

export class WriteAheadLog {
  readonly #connection: Connection;
  readonly #copyBeside: () => Promise<unknown>;
  #copying: Promise<unknown> | null = null;
  #pausedUntil = 0;

  /**
   * @param connection the one that writes, with {@link COPY_NOTHING}.
   * @param copyBeside as {@link copyInThread}.
   */
  constructor(connection: Connection, copyBeside: () => Promise<unknown>) {
    this.#connection = connection;
    this.#copyBeside = copyBeside;
  }

  /** Never throws, since what was committed stays so. If the copying fails, a later commit tries again. */
  afterCommit(): void {
    if (this.#copying !== null || Date.now() < this.#pausedUntil) return;
    try {
      const pages = this.#pages();
      if (pages >= MIN_PAGES_OF_A_THREAD) this.#copying = this.#copy().finally(() => this.#pause());
      else if (pages >= MIN_PAGES) this.#connection.prepared(COPY).all();
    } catch (error) {
      notCopied(error);
    }
  }

  /** Resolves once no thread uses the file. */
  async close(): Promise<void> {
    await this.#copying;
  }

  #pages(): number {
    const [, pages, copied] = this.#connection.prepared(COUNT).raw().get() as number[];
    return (pages ?? 0) - (copied ?? 0);
  }

  async #copy(): Promise<void> {
    try {
      await this.#copyBeside();
    } catch (error) {
      notCopied(error);
    }
  }

  #pause(): void {
    this.#copying = null;
    this.#pausedUntil = Date.now() + PAUSE_MS;
  }
}

/** On a full disk, every commit would say so. */
const notCopied = (error: unknown): void =>
  logSeldom('the write-ahead log was not copied into the file', error);
