/** How much the imports of a process do at a time. */
import { availableParallelism } from 'node:os';
import { Semaphore } from '#lib/semaphore.ts';

/** Imports that read at a time. Each thread has a memory of its own. */
const THREADS = 3;
/** Of one organization, so that another one need not wait for the end of its imports. */
const OF_ORGANIZATION = 2;
/** Batches that are read at a time. One processor is left to requests. */
const BATCHES = Math.max(1, availableParallelism() - 1);

interface ImportTurns {
  threads: Semaphore;
  /** Held for one batch, so that others need not wait for the end of a long import. */
  batches: Semaphore;
}

const shared = globalThis as typeof globalThis & { groveImportTurns?: ImportTurns };

export function importTurns(): ImportTurns {
  return (shared.groveImportTurns ??= {
    threads: new Semaphore(THREADS, OF_ORGANIZATION),
    batches: new Semaphore(BATCHES),
  });
}
