/** The thread that reads the sources of one import. Answers each message with the next batch. */
import { setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { batchesOf } from '../batches.ts';
import type { Batch, Source } from '../batches.ts';

/** Null after the last batch. */
export type Answer = Batch | null;

/** Requests of others come before the reading of files. */
const NICENESS = 10;

// Only Linux has a priority for each thread; elsewhere it would be the whole server's.
if (process.platform === 'linux') setPriority(NICENESS);

const batches = batchesOf(workerData as readonly Source[]);

async function answer(): Promise<void> {
  const next = await batches.next();
  const batch: Answer = next.done === true ? null : next.value;
  parentPort?.postMessage(batch, []);
}

// An error ends the thread, and the other side learns of it.
parentPort?.on('message', () => void answer());
