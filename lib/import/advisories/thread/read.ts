/**
 * Reads the sources of an import in a separate thread with its own memory limit. A hostile file can
 * neither block the event loop nor use up the server's memory.
 */
import { once } from 'node:events';
import type { Batch, Source } from '../batches.ts';
import type { Answer, Asked, End } from './entry.ts';
import { keepReader, takeReader, type Reader } from './reader.ts';
import { importTurns } from './turns.ts';

/**
 * Waits until a thread is free for the organization. One batch is read ahead.
 *
 * @throws SourceError if the thread does not have enough memory for its input;
 *   the file system's error if a path does not exist.
 */
export async function* readInThread(
  sources: readonly Source[],
  organization: string,
): AsyncGenerator<Batch> {
  const endTurn = await importTurns().threads.take(organization);
  try {
    yield* readBy(takeReader(), sources);
  } finally {
    endTurn();
  }
}

async function* readBy(reader: Reader, sources: readonly Source[]): AsyncGenerator<Batch> {
  const next = async (asked: Asked): Promise<Answer> => {
    const endBatch = await importTurns().batches.take();
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
