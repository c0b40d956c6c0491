/** The thread that reads the sources of one import. It answers each message with the next batch. */
import { setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { threadCpuMs } from '#lib/thread-cpu.ts';
import { batchesOf } from '../batches.ts';
import type { Batch, Source } from '../batches.ts';

/** Null after the last batch. */
export type Answer = Batch | null;

/** Requests have priority over reading files. */
const NICENESS = 10;
/**
 * The processor time after which they have. Most files are read by then, or refused, and should not
 * take minutes on a busy machine.
 */
const SHORT_MS = 3_000;
const LOOK_EVERY_MS = 100;

// Only Linux has a priority for each thread. Elsewhere it would apply to the whole server.
if (process.platform === 'linux') {
  const start = threadCpuMs();
  const look = setInterval(() => {
    if (threadCpuMs() - start < SHORT_MS) return;
    clearInterval(look);
    setPriority(NICENESS);
  }, LOOK_EVERY_MS).unref();
}

const batches = batchesOf(workerData as readonly Source[]);

async function answer(): Promise<void> {
  const next = await batches.next();
  const batch: Answer = next.done === true ? null : next.value;
  parentPort?.postMessage(batch, []);
}

// An error ends the thread and is reported to the main thread.
parentPort?.on('message', () => void answer());
