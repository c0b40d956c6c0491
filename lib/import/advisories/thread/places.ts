/** Limits how much the imports of a process do at a time. The others wait for their turn. */
import { availableParallelism } from 'node:os';

/** Imports that read at a time. Each thread has a memory of its own. */
const THREADS = 3;
/** Batches that are read at a time. One processor is left to requests. */
const AT_WORK = Math.max(1, availableParallelism() - 1);

class Places {
  #free: number;
  readonly #waiting: (() => void)[] = [];

  constructor(count: number) {
    this.#free = count;
  }

  /** Resolves once there is a place, with the function that frees it. */
  async take(): Promise<() => void> {
    if (this.#free > 0) this.#free -= 1;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    return () => {
      const next = this.#waiting.shift();
      if (next === undefined) this.#free += 1;
      else next();
    };
  }
}

interface ImportPlaces {
  /** Held while an import reads. */
  threads: Places;
  /** Held for one batch, so that others need not wait for the end of a long import. */
  atWork: Places;
}

/** Next bundles a second copy of this module. */
const shared = globalThis as typeof globalThis & { groveImportPlaces?: ImportPlaces };

export function importPlaces(): ImportPlaces {
  return (shared.groveImportPlaces ??= {
    threads: new Places(THREADS),
    atWork: new Places(AT_WORK),
  });
}
