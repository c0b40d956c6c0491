/**
 * Reads the sources of an import in a separate thread with its own memory limit. A hostile file can
 * neither block the event loop nor use up the server's memory.
 */
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { perProcess } from '#lib/per-process.ts';
import { Semaphore } from '#lib/semaphore.ts';
import type { Batch, Source } from '../batches.ts';
import type { Answer, Asked, End } from './entry.ts';
import { keepReader, takeReader, type Reader } from './reader.ts';

/** Imports that read at a time. Each thread has a memory of its own. */
const THREADS = 3;
/** Of one share, so that others need not wait for the end of its imports. */
const OF_SHARE = 2;
/** Batches that are read at a time. One processor is left to requests. */
const BATCHES = Math.max(1, availableParallelism() - 1);

interface ImportTurns {
  threads: Semaphore;
  /** Held for one batch, so that others need not wait for the end of a long import. */
  batches: Semaphore;
}

const importTurns = perProcess<ImportTurns>('importTurns', () => ({
  threads: new Semaphore(THREADS, OF_SHARE),
  batches: new Semaphore(BATCHES),
}));

/**
 * Waits until a thread is free for the share. One batch is read ahead.
 *
 * @throws SourceError if the thread does not have enough memory for its input;
 *   the file system's error if a path does not exist.
 */
export async function* readInThread(
  sources: readonly Source[],
  share: string,
): AsyncGenerator<Batch> {
  const endTurn = await importTurns.value.threads.take(share);
  try {
    yield* readBy(takeReader(), sources);
  } finally {
    endTurn();
  }
}

async function* readBy(reader: Reader, sources: readonly Source[]): AsyncGenerator<Batch> {
  const next = async (asked: Asked): Promise<Answer> => {
    const endBatch = await importTurns.value.batches.take();
    const answered = once(reader.worker, 'message').then(([answer]) => answer as Answer);
    answered.catch(() => undefined);
    reader.worker.postMessage(asked, []);
    return Promise.race([answered, reader.failed]).finally(endBatch);
  };
  let end: End = 'slow';
  try {
    let coming = next(sources);
    for (;;) {
      const answer = await coming;
      if (typeof answer === 'string') {
        end = answer;
        return;
      }
      coming = next(null);
      coming.catch(() => undefined);
      yield answer;
    }
  } finally {
    if (end === 'ready') keepReader(reader);
    else await reader.worker.terminate();
  }
}
