/** A thread that reads for the server, one job at a time, so that a long one holds up nobody. */
import { setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { outcomeOf, type Job, type Outcome } from '#lib/store/sql/jobs.ts';
import { openReader } from '../connection.ts';
import { long } from '../dialect.ts';

export interface ThreadData {
  file: string;
  /** Anything but 0 asks for the current job to be given up. */
  stop: Int32Array<SharedArrayBuffer>;
}

/** A job, or what asks for the next part of its outcome. */
export type Order = Job | 'more';

export type Answer =
  | { kind: 'whole'; outcome: Outcome }
  | { kind: 'part'; items: readonly unknown[]; isLast: boolean }
  | { kind: 'stopped' }
  /** An error in a message has no code. */
  | { kind: 'failed'; error: Error; code: unknown };

/** Requests have priority over long reads. */
const NICENESS = 10;
const CACHE_KIB = 16_384;
/** Few enough that taking them over does not hold up other requests. */
const ITEMS_IN_A_PART = 5_000;

// Only Linux has a priority for each thread. Elsewhere it would apply to the whole server.
if (process.platform === 'linux') setPriority(NICENESS);

const { file, stop } = workerData as ThreadData;
const connection = openReader(file, CACHE_KIB);
const STOPPED = new Error('the read was given up');
let rest: readonly unknown[] = [];

// SQLite evaluates a function that is not deterministic for each row.
connection.database.function('looks', { deterministic: false }, () => {
  if (Atomics.load(stop, 0) !== 0) throw STOPPED;
  return 1;
});

function nextPart(): Answer {
  const items = rest.slice(0, ITEMS_IN_A_PART);
  rest = rest.slice(ITEMS_IN_A_PART);
  return { kind: 'part', items, isLast: rest.length === 0 };
}

function answer(order: Order): Answer {
  if (order === 'more') return nextPart();
  try {
    const outcome = connection.atOnce(outcomeOf(long, order));
    if ('total' in outcome) return { kind: 'whole', outcome: { ...outcome, isLate: true } };
    rest = outcome;
    return nextPart();
  } catch (error) {
    if (error === STOPPED) return { kind: 'stopped' };
    const known = error instanceof Error ? error : new Error(String(error));
    return { kind: 'failed', error: known, code: Reflect.get(known, 'code') };
  }
}

parentPort?.on('message', (order: Order) => parentPort?.postMessage(answer(order), []));
// Says that it has started.
parentPort?.postMessage(null, []);
