/**
 * One sync of the write-ahead log for all commits that wait for the disk, in the thread pool. SQLite
 * would sync in each commit, and hold the event loop for as long as the disk takes.
 *
 * @see docs/decisions/090-commits-share-a-sync.md
 */
import { tryAgain } from '#lib/aip/errors.ts';
import { logError } from '#lib/log.ts';

const RETRY_SECONDS = 30;

const diskFailed = () =>
  tryAgain('UNAVAILABLE', 'the disk of the database has failed; ask the operator', RETRY_SECONDS);

export class SharedSync {
  readonly #sync: () => Promise<void>;
  #running: Promise<void> = Promise.resolve();
  #next: Promise<void> | null = null;
  #hasFailed = false;

  /** @param sync resolves once everything that was appended before its call is on the disk. */
  constructor(sync: () => Promise<void>) {
    this.#sync = sync;
  }

  /**
   * Resolves once the disk has every commit so far. A sync that runs already may have begun before
   * the last commit, so this waits for the one after it.
   *
   * @throws ApiError if a sync fails, or has failed before.
   */
  onDisk(): Promise<void> {
    return (this.#next ??= this.#after(this.#running));
  }

  /** @throws ApiError after a sync that failed: the system then no longer says what the disk has. */
  check(): void {
    if (this.#hasFailed) throw diskFailed();
  }

  async #after(running: Promise<void>): Promise<void> {
    // Whoever waits for the one that runs gets its error.
    await running.catch(() => {});
    this.#running = this.#next ?? running;
    this.#next = null;
    this.check();
    try {
      await this.#sync();
    } catch (error) {
      this.#hasFailed = true;
      logError('the disk did not keep a write; check it, and start Grove again', error);
      throw diskFailed();
    }
  }
}
