/**
 * Brings what is committed from the log into the database file, beside the event loop. SQLite would
 * do it within a commit as soon as the log is long, and hold everybody up for that time.
 *
 * @see docs/decisions/061-checkpoints-in-a-thread.md
 */
import { logError } from '#lib/log.ts';
import type { Connection } from '../connection.ts';
import type { CheckpointThread } from './thread.ts';

/**
 * The length of the log, in pages, from which on it is brought in. A page that changes often is
 * brought in once for all of them. With more, SQLite would look for a page in several indexes.
 */
const PAGES = 4_000;
/** SQLite's own limit, for commits that bring them in themselves. */
const PAGES_IN_COMMITS = 1_000;
/** After an attempt there is none for this time, in milliseconds, and not for so many times its own. */
const SHORTEST_PAUSE_MS = 50;
const PAUSES = 5;

/** Runs `work` while nobody of this process writes. Rejects if that cannot be. */
export type Alone = (work: () => Promise<void>) => Promise<void>;

type Thread = Pick<CheckpointThread, 'bring' | 'end'>;

interface State {
  /** The pages in the log. */
  log: number;
  /** How many of them have been brought in. */
  checkpointed: number;
}

export class Checkpoints {
  readonly #connection: Connection;
  readonly #thread: Thread;
  readonly #pages: number;
  #running: Promise<void> | null = null;
  /** There is no attempt before. In the time of `performance.now()`. */
  #pausedUntil = 0;
  #isOff = false;

  /** @param connection the one that writes. */
  constructor(connection: Connection, thread: Thread, pages = PAGES) {
    this.#connection = connection;
    this.#thread = thread;
    this.#pages = pages;
    connection.database.pragma('wal_autocheckpoint = 0');
  }

  /** To be called after each commit, before the next transaction. Never throws. */
  committed(alone: Alone): void {
    if (this.#isOff || this.#running !== null) return;
    try {
      const state = this.#state();
      if (!this.#isDue(state)) return;
      this.#running = this.#attempt(state, alone).finally(() => (this.#running = null));
    } catch (error) {
      // What is committed stays so.
      logError('the state of the log of the database cannot be read', error);
    }
  }

  /** Resolves when nothing is under way. */
  async settled(): Promise<void> {
    await this.#running;
  }

  async close(): Promise<void> {
    this.#isOff = true;
    await this.settled();
    await this.#thread.end();
  }

  /**
   * Readers of older states may keep the log from being begun anew again and again. At twice the
   * length there is an attempt after each commit, as SQLite makes them, so that no moment is missed.
   */
  #isDue({ log }: State): boolean {
    if (log < this.#pages) return false;
    return log >= 2 * this.#pages || performance.now() >= this.#pausedUntil;
  }

  #state(): State {
    return this.#connection.prepared('PRAGMA wal_checkpoint(NOOP)').get() as State;
  }

  async #attempt(before: State, alone: Alone): Promise<void> {
    const began = performance.now();
    try {
      if (before.log - before.checkpointed > this.#pages / 4) await this.#bring();
      // Others have written in the meantime. SQLite begins the log anew only once all of it is brought
      // in. The little that is left is brought in while they wait.
      await alone(() => this.#bring());
    } catch (error) {
      // Somebody may write for so long that there was no turn for it. There will be another attempt.
      logError('a checkpoint of the database was not finished', error);
    }
    const ended = performance.now();
    this.#pausedUntil = ended + Math.max(SHORTEST_PAUSE_MS, PAUSES * (ended - began));
  }

  async #bring(): Promise<void> {
    if (this.#isOff) return;
    let problem: string | null;
    try {
      problem = await this.#thread.bring();
    } catch (error) {
      this.#isOff = true;
      this.#connection.database.pragma(`wal_autocheckpoint = ${PAGES_IN_COMMITS}`);
      logError('the thread for checkpoints ended; commits make them from now on', error);
      return;
    }
    if (problem !== null) logError('a checkpoint of the database failed', problem);
  }
}
