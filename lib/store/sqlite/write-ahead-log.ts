/**
 * Copies committed pages from the write-ahead log into the file. SQLite does it within a commit, which
 * would hold up everybody until the disk has them; a thread does it.
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

/** Pages to copy before any are, as SQLite has it. */
const MIN_PAGES = 1_000;
/**
 * SQLite begins the log again only when all of it has been copied. Under constant writing the thread never
 * gets there, so in a log of so many pages the next commit copies the few that it left.
 */
const LONG_PAGES = 8_000;

/** Between two copies, in milliseconds. What somebody still reads stays in the log, whoever tries. */
const PAUSE_MS = 500;

/** As for the threads that read: from the root, and inline. */
const entry = () =>
  join(/* turbopackIgnore: true */ process.cwd(), 'lib/store/sqlite/write-ahead-log-thread.ts');

/** Copies whenever it is asked. */
export interface Copier {
  copy(): Promise<unknown>;
  close(): Promise<unknown>;
}

/** Starts at the first copy, and stays: a start takes as much of the processor as 20 writes. */
export class CopyingThread implements Copier {
  readonly #file: string;
  #worker: Worker | null = null;

  constructor(file: string) {
    this.#file = file;
  }

  async copy(): Promise<void> {
    this.#worker ??= new Worker(entry(), { workerData: this.#file });
    const worker = this.#worker;
    worker.unref();
    try {
      const copied = once(worker, 'message');
      worker.postMessage(null, []);
      await copied;
    } catch (error) {
      this.#worker = null;
      throw error;
    }
  }

  async close(): Promise<void> {
    await this.#worker?.terminate();
  }
}

export class WriteAheadLog {
  readonly #connection: Connection;
  readonly #copier: Copier;
  #copying: Promise<void> | null = null;
  #pausedUntil = 0;
  /** Whether the thread has copied what was there when it began, and no commit has copied the rest. */
  #areFewLeft = false;

  /** @param connection the one that writes, with {@link COPY_NOTHING}. */
  constructor(connection: Connection, copier: Copier) {
    this.#connection = connection;
    this.#copier = copier;
  }

  /** Never throws, since what was committed stays so. If the copying fails, a later commit tries again. */
  afterCommit(): void {
    if (this.#copying !== null) return;
    try {
      const { pages, toCopy } = this.#counts();
      if (this.#areFewLeft && pages >= LONG_PAGES) this.#copyLast();
      else if (toCopy >= MIN_PAGES && Date.now() >= this.#pausedUntil)
        this.#copying = this.#copy().finally(() => this.#pause());
    } catch (error) {
      notCopied(error);
    }
  }

  /** Resolves once no thread uses the file. */
  async close(): Promise<void> {
    await this.#copying;
    await this.#copier.close();
  }

  #counts() {
    const [, pages = 0, copied = 0] = this.#connection.prepared(COUNT).raw().get() as number[];
    return { pages, toCopy: pages - copied };
  }

  async #copy(): Promise<void> {
    try {
      await this.#copier.copy();
      this.#areFewLeft = true;
    } catch (error) {
      notCopied(error);
    }
  }

  #pause(): void {
    this.#copying = null;
    this.#pausedUntil = Date.now() + PAUSE_MS;
  }

  #copyLast(): void {
    this.#areFewLeft = false;
    this.#connection.prepared(COPY).all();
  }
}

/** On a full disk, every commit would say so. */
const notCopied = (error: unknown): void =>
  logSeldom('the write-ahead log was not copied into the file', error);
