/**
 * Waits until the disk holds what is committed. The wait is beside the event loop and outside the
 * turn of the writer, so that others read and write in the meantime, and wait for the disk together.
 *
 * @see docs/decisions/030-writers-share-the-disk.md
 */
import { closeSync, fdatasync, openSync } from 'node:fs';
import { promisify } from 'node:util';
import { SharedRun } from '#lib/store/sql/shared-run.ts';

const toDisk = promisify(fdatasync);

export class Disk {
  readonly #sync: () => Promise<void>;
  readonly #onClose: () => void;
  readonly #runs = new SharedRun<void>();
  #failure: { error: unknown } | null = null;

  /** @param sync writes to the disk all that was committed before the call. */
  constructor(sync: () => Promise<void>, onClose: () => void = () => {}) {
    this.#sync = sync;
    this.#onClose = onClose;
  }

  /** Resolves when the disk holds all that was committed before the call. */
  holds(): Promise<void> {
    return this.#runs.after(() => this.#run());
  }

  /** @throws Error if the disk has failed before. */
  check(): void {
    if (this.#failure !== null) throw this.#failure.error;
  }

  async close(): Promise<void> {
    await this.#runs.ended();
    this.#onClose();
  }

  async #run(): Promise<void> {
    try {
      this.check();
      await this.#sync();
    } catch (error) {
      // A system may report lost data only once. What follows it in the log would be lost too.
      this.#failure ??= { error };
      throw error;
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
