/**
 * Reads the sources of an import in a separate thread with its own memory limit. A hostile file can
 * neither block the event loop nor use up the server's memory.
 */
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Batch, Source } from '../batches.ts';
import { SourceError } from '../types.ts';
import type { Answer } from './entry.ts';
import { importPlaces } from './places.ts';

/** Enough for two records of the maximum size and the objects built from them. */
const MAX_HEAP_MB = 96;
const MAX_YOUNG_MB = 4;

/**
 * From the root of the project, like the migrations: Next's copy of this module is elsewhere. The
 * expression stays inline, because Next would bundle every file that a variable could name.
 */
const entry = () =>
  join(/* turbopackIgnore: true */ process.cwd(), 'lib/import/advisories/thread/entry.ts');

function requireEntry(): void {
  if (existsSync(/* turbopackIgnore: true */ entry())) return;
  throw new Error(`${entry()} is missing: imports need Grove to run in the folder of its source`);
}

/**
 * Waits until a thread is free. One batch is read ahead.
 *
 * @throws SourceError if the thread does not have enough memory for its input;
 *   the file system's error if a path does not exist.
 */
export async function* readInThread(sources: readonly Source[]): AsyncGenerator<Batch> {
  const { threads, atWork } = importPlaces();
  requireEntry();
  const leave = await threads.take();
  const thread = new Worker(entry(), {
    workerData: sources,
    resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB, maxYoungGenerationSizeMb: MAX_YOUNG_MB },
  });
  // The listener stays attached, because an unhandled error would end the server.
  const failed = failureOf(thread);
  const next = async (): Promise<Answer> => {
    const rest = await atWork.take();
    const answered = once(thread, 'message').then(([answer]) => answer as Answer);
    answered.catch(() => undefined);
    thread.postMessage(null, []);
    return Promise.race([answered, failed]).finally(rest);
  };
  try {
    let coming = next();
    for (;;) {
      const batch = await coming;
      if (batch === null) return;
      coming = next();
      coming.catch(() => undefined);
      yield batch;
    }
  } finally {
    await thread.terminate();
    leave();
  }
}

function failureOf(thread: Worker): Promise<never> {
  const { promise, reject } = Promise.withResolvers<never>();
  thread.once('error', (error: NodeJS.ErrnoException) => {
    const isFull = error.code === 'ERR_WORKER_OUT_OF_MEMORY';
    reject(isFull ? new SourceError('needs more memory than an import may have') : error);
  });
  thread.once('exit', () => reject(new Error('the thread of an import ended')));
  promise.catch(() => undefined);
  return promise;
}
