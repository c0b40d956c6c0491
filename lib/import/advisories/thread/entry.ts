/**
 * A thread that reads the sources of one import after another. It answers each message with the next
 * batch. The first message of an import has its sources.
 */
import { setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { threadCpuMs } from '#lib/thread-cpu.ts';
import { batchesOf, type Batch, type Source } from '../batches.ts';

/** What comes after the last batch: whether the thread may read another import. */
export type End = 'ready' | 'slow';
export type Answer = Batch | End;
/** Null for the next batch of the same import. */
export type Asked = readonly Source[] | null;

/** Requests have priority over reading files. */
const NICENESS = 10;
/**
 * The processor time after which requests have priority. Most files need less, and must not take
 * minutes on a busy machine.
 */
const SHORT_MS = 3_000;
const LOOK_EVERY_MS = 100;

let batches: AsyncGenerator<Batch> | undefined;
let hasPriority = true;
let look: NodeJS.Timeout | undefined;

function begin(sources: readonly Source[]): void {
  batches = batchesOf(sources);
  // Only Linux has a priority for each thread. Elsewhere it would apply to the whole server.
  if (process.platform === 'linux') look = givePriorityToRequests();
}

function givePriorityToRequests(): NodeJS.Timeout {
  const start = threadCpuMs();
  const interval = setInterval(() => {
    if (threadCpuMs() - start < SHORT_MS) return;
    clearInterval(interval);
    setPriority(NICENESS);
    // Only root may raise the priority again.
    hasPriority = false;
  }, LOOK_EVERY_MS);
  return interval.unref();
}

async function answer(asked: Asked): Promise<void> {
  if (asked !== null) begin(asked);
  const next = await batches?.next();
  parentPort?.postMessage(next?.done === false ? next.value : end(), []);
}

function end(): End {
  clearInterval(look);
  return hasPriority ? 'ready' : 'slow';
}

// An error ends the thread and is reported to the main thread.
parentPort?.on('message', (asked: Asked) => void answer(asked));
