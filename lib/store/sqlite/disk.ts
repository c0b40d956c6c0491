/**
 * Waits until the disk holds what is committed. The wait is beside the event loop and outside the
 * turn of the writer, so that others read and write in the meantime, and wait for the disk together.
 *
 * @see docs/decisions/030-writers-share-the-disk.md
 */
import { closeSync, fdatasync, openSync } from 'node:fs';
import { promisify } from 'node:util';

const toDisk = promisify(fdatasync);

export class Disk {
  readonly #sync: () => Promise<void>;
  readonly #onClose: () => void;
  #running: Promise<void> | null = null;
  #next: Promise<void> | null = null;
  #failure: { error: unknown } | null = null;

  /** @param sync writes to the disk all that was committed before the call. */
  constructor(sync: () => Promise<void>, onClose: () => void = () => {}) {
    this.#sync = sync;
    this.#onClose = onClose;
  }

  /** Resolves when the disk holds all that was committed before the call. */
  holds(): Promise<void> {
    // A run that has begun may have missed the latest commit, so the next one is shared.
    if (this.#next !== null) return this.#next;
    if (this.#running === null) return this.#begin();
    const begin = () => {
      this.#next = null;
      return this.#begin();
    };
    return (this.#next = this.#running.then(begin, begin));
  }

  /** @throws Error if the disk has failed before. */
  check(): void {
    if (this.#failure !== null) throw this.#failure.error;
  }

  async close(): Promise<void> {
    await (this.#next ?? this.#running)?.catch(() => {});
    this.#onClose();
  }

  #begin(): Promise<void> {
    return (this.#running = this.#run());
  }

  async #run(): Promise<void> {
    try {
      this.check();
      await this.#sync();
    } catch (error) {
      // A system may report lost data only once. What follows it in the log would be lost too.
      this.#failure ??= { error };
      throw error;
    } finally {
      this.#running = null;
    }
  }
}

/** The disk of a database with a write-ahead log, which exists from the first commit on. */
export function diskOf(file: string): Disk {
  let log: number | undefined;
  return new Disk(
    () => toDisk((log ??= openSync(/* turbopackIgnore: true */ `${file}-wal`, 'r+'))),
    () => log !== undefined && closeSync(log),
  );
}
