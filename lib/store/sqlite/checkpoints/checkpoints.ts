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
 * How many pages the log may have that are not brought in. A page that changes often is brought in
 * once for all of them. With more, SQLite would look for a page in several indexes of the log.
 */
const PAGES = 4_000;
/** SQLite's own limit, for commits that bring them in themselves. */
const PAGES_IN_COMMITS = 1_000;

/** Runs `work` while nobody of this process writes. */
export type Alone = (work: () => Promise<void>) => Promise<void>;

interface State {
  /** The pages in the log. */
  log: number;
  /** How many of them have been brought in. */
  checkpointed: number;
}

export class Checkpoints {
  readonly #connection: Connection;
  readonly #thread: Pick<CheckpointThread, 'bring' | 'end'>;
  readonly #pages: number;
  #running: Promise<void> | null = null;
  /** The length of the log when others, who still read from it, kept it from being brought in. */
  #heldAt = 0;
  #isOff = false;

  /** @param connection the one that writes. */
  constructor(
    connection: Connection,
    thread: Pick<CheckpointThread, 'bring' | 'end'>,
    pages = PAGES,
  ) {
    this.#connection = connection;
    this.#thread = thread;
    this.#pages = pages;
    connection.database.pragma('wal_autocheckpoint = 0');
  }

  /** To be called after each commit, before the next transaction. */
  committed(alone: Alone): void {
    if (this.#isOff || this.#running !== null) return;
    const { log, checkpointed } = this.#state();
    // The log began anew.
    if (log < this.#heldAt) this.#heldAt = 0;
    if (log - Math.max(checkpointed, this.#heldAt) < this.#pages) return;
    this.#running = this.#bringAll(alone).finally(() => (this.#running = null));
  }

  /** Resolves when nothing is under way. */
  async settled(): Promise<void> {
    await this.#running;
  }

  async close(): Promise<void> {
    await this.settled();
    await this.#thread.end();
  }

  #state(): State {
    return this.#connection.prepared('PRAGMA wal_checkpoint(NOOP)').get() as State;
  }

  async #bringAll(alone: Alone): Promise<void> {
    await this.#bring();
    // Others have written in the meantime. SQLite begins the log anew only once all of it is brought
    // in. The little that is left is brought in while they wait.
    await alone(async () => {
      await this.#bring();
      if (this.#isOff) return;
      const { log, checkpointed } = this.#state();
      this.#heldAt = checkpointed < log ? log : 0;
    }).catch(() => {
      // Somebody writes for so long that it is not worth the wait. The next commit looks again.
    });
  }

  async #bring(): Promise<void> {
    if (this.#isOff) return;
    try {
      const problem = await this.#thread.bring();
      if (problem !== null) logError('a checkpoint of the database failed', problem);
    } catch (error) {
      this.#isOff = true;
      this.#connection.database.pragma(`wal_autocheckpoint = ${PAGES_IN_COMMITS}`);
      logError('the thread for checkpoints ended; commits make them from now on', error);
    }
  }
}
