/** One reading thread, as the server sees it. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { MORE, STARTED, type Answer, type Order, type ThreadData } from './messages.ts';
import type { Job, Outcome } from '#lib/store/sql/jobs.ts';

/** Enough for the uids of an export, and for a page of long rows. */
const MAX_HEAP_MB = 512;

/**
 * From the root of the project, like the migrations: Next's copy of this module is elsewhere. The
 * expression stays inline, because Next would bundle every file that a variable could name.
 */
const entry = () =>
  join(/* turbopackIgnore: true */ process.cwd(), 'lib/store/sqlite/reader-threads/entry.ts');

function requireEntry(): void {
  if (existsSync(/* turbopackIgnore: true */ entry())) return;
  throw new Error(`${entry()} is missing: searches need Grove to run in the folder of its source`);
}

interface Waiting {
  take(answer: Answer): void;
  fail(error: Error): void;
}

export class ReaderThread {
  readonly #worker: Worker;
  readonly #stop = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  #waiting: Waiting | null = null;
  #isStarting = true;
  #performance: Promise<unknown> = Promise.resolve();

  /** @param onEnd called as soon as the thread cannot read any more, once or twice. */
  constructor(file: string, onEnd: () => void) {
    requireEntry();
    const workerData: ThreadData = { file, stop: this.#stop };
    this.#worker = new Worker(entry(), {
      workerData,
      resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB },
    });
    this.#worker.on('message', (answer: Answer | typeof STARTED) => {
      if (answer === STARTED) this.#isStarting = false;
      else this.#waiting?.take(answer);
    });
    const end = (error: Error) => {
      onEnd();
      this.#waiting?.fail(error);
    };
    // Comes before the exit. Without the listener an error would end the server.
    this.#worker.on('error', end);
    this.#worker.on('exit', () => end(new Error('a reading thread has ended')));
    // An idle thread must not keep a command from ending.
    this.#worker.unref();
  }

  /** It loads its code, and reads nothing yet. */
  get isStarting(): boolean {
    return this.#isStarting;
  }

  /** One at a time. @returns null where it was given up. */
  perform(job: Job): Promise<Outcome | null> {
    const outcome = this.#outcomeOf(job);
    this.#performance = outcome.catch(() => null);
    return outcome;
  }

  async #outcomeOf(job: Job): Promise<Outcome | null> {
    Atomics.store(this.#stop, 0, 0);
    this.#worker.ref();
    try {
      let answer = await this.#ask(job);
      const items: unknown[] = [];
      while (answer.kind === 'part') {
        for (const item of answer.items) items.push(item);
        if (answer.isLast) return items;
        await setImmediate();
        answer = await this.#ask(MORE);
      }
      if (answer.kind === 'failed') throw Object.assign(answer.error, { code: answer.code });
      return answer.kind === 'whole' ? answer.outcome : null;
    } finally {
      this.#worker.unref();
    }
  }

  /** Asks it to give up its job. It answers soon, unless it sorts what it has found. */
  giveUp(): void {
    Atomics.store(this.#stop, 0, 1);
  }

  /** Waits for its answer. The driver may abort the process if a thread is ended in a statement. */
  async end(): Promise<void> {
    this.giveUp();
    await this.#performance;
    await this.#worker.terminate();
  }

  #ask(order: Order): Promise<Answer> {
    const { promise, resolve, reject } = Promise.withResolvers<Answer>();
    this.#waiting = { take: resolve, fail: reject };
    this.#worker.postMessage(order, []);
    return promise.finally(() => (this.#waiting = null));
  }
}
