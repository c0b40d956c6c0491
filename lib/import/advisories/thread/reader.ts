/**
 * The threads of imports. To start one takes longer than to read a usual file, so that one of them
 * waits for the next import for a while.
 */
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { perProcess } from '#lib/per-process.ts';
import { SourceError } from '../types.ts';

export interface Reader {
  worker: Worker;
  /** Rejects once the thread has ended. */
  failed: Promise<never>;
}

/** Enough for two records of the maximum size and the objects built from them. */
const MAX_HEAP_MB = 96;
const MAX_YOUNG_MB = 4;

/**
 * From the root of the project, like the migrations: Next's copy of this module is elsewhere. The
 * expression stays inline, because Next would bundle every file that a variable could name.
 */
const entry = () =>
  join(/* turbopackIgnore: true */ process.cwd(), 'lib/import/advisories/thread/entry.ts');

/** How long a thread waits for another import. */
const SPARE_MS = 10_000;

interface Spare {
  reader: Reader;
  timer: NodeJS.Timeout;
}

const spareReader = perProcess<Spare>('spareReader');

function takeSpare(): Reader | undefined {
  const spare = spareReader.take();
  clearTimeout(spare?.timer);
  return spare?.reader;
}

export function takeReader(): Reader {
  const spare = takeSpare();
  spare?.worker.ref();
  return spare ?? newReader();
}

/** @param reader has read an import to its end. */
export function keepReader(reader: Reader): void {
  void takeSpare()?.worker.terminate();
  const end = () => {
    if (spareReader.value?.timer === timer) takeSpare();
    void reader.worker.terminate();
  };
  const timer = setTimeout(end, SPARE_MS).unref();
  // A command ends without it.
  reader.worker.unref();
  spareReader.value = { reader, timer };
}

function newReader(): Reader {
  const worker = new Worker(entry(), {
    resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB, maxYoungGenerationSizeMb: MAX_YOUNG_MB },
  });
  return { worker, failed: failureOf(worker) };
}

function failureOf(thread: Worker): Promise<never> {
  const { promise, reject } = Promise.withResolvers<never>();
  thread.once('error', (error: NodeJS.ErrnoException) => {
    const isFull = error.code === 'ERR_WORKER_OUT_OF_MEMORY';
    reject(isFull ? new SourceError('needs more memory than an import may have') : error);
  });
  thread.once('exit', () => {
    if (spareReader.value?.reader.worker === thread) takeSpare();
    reject(new Error('the thread of an import ended'));
  });
  promise.catch(() => undefined);
  return promise;
}
