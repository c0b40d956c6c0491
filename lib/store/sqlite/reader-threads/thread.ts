/** One reading thread, as the server sees it. */
import { once } from 'node:events';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { Job, Outcome } from '#lib/store/sql/jobs.ts';
import { unavailable } from '#lib/store/sql/unavailable.ts';
import type { Answer, Order, ThreadData } from './entry.ts';

/** Enough for the uids of an export, and for a page of long rows. */
const MAX_HEAP_MB = 512;

/**
 * From the root of the project, like the migrations: Next's copy of this module is elsewhere. The
 * expression stays inline, because Next would bundle every file that a variable could name.
 */
const entry = () =>
  join(/* turbopackIgnore: true */ process.cwd(), 'lib/store/sqlite/reader-threads/entry.ts');

export class ReaderThread {
  readonly #worker: Worker;
  readonly #stop = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  #performance: Promise<unknown> = Promise.resolve();
  /** Until then it loads its code, and reads nothing. */
  readonly started: Promise<unknown>;

  /** @param onEnd called as soon as the thread cannot read any more, once or twice. */
  constructor(file: string, onEnd: () => void) {
    const workerData: ThreadData = { file, stop: this.#stop };
    this.#worker = new Worker(entry(), {
      workerData,
      resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB },
    });
    // Comes before the exit. Without the listener an error would end the server.
    this.#worker.on('error', onEnd);
    this.#worker.on('exit', onEnd);
    this.started = once(this.#worker, 'message');
    // An idle thread must not keep a command from ending.
    this.#worker.unref();
  }

  /** One at a time. @throws ApiError UNAVAILABLE where it was given up. */
  perform(job: Job): Promise<Outcome> {
    const outcome = this.#outcomeOf(job);
    this.#performance = outcome.catch(() => null);
    return outcome;
  }

  async #outcomeOf(job: Job): Promise<Outcome> {
    Atomics.store(this.#stop, 0, 0);
    this.#worker.ref();
    try {
      await this.started;
      let answer = await this.#ask(job);
      const items: unknown[] = [];
      while (answer.kind === 'part') {
        for (const item of answer.items) items.push(item);
        if (answer.isLast) return items;
        await setImmediate();
        answer = await this.#ask('more');
      }
      if (answer.kind === 'failed') throw Object.assign(answer.error, { code: answer.code });
      if (answer.kind === 'stopped') throw unavailable();
      return answer.outcome;
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

  async #ask(order: Order): Promise<Answer> {
    const answered = once(this.#worker, 'message');
    this.#worker.postMessage(order, []);
    const [answer] = (await answered) as [Answer];
    return answer;
  }
}
