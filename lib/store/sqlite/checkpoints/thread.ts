/** The thread for checkpoints, as the process sees it. It starts when it is first needed. */
import { once } from 'node:events';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';

/** What the thread answers: what went wrong, or null. */
export type Brought = Error | null;

/** From the root of the project, for the reason that `reader-threads/thread.ts` gives. */
const entry = () =>
  join(/* turbopackIgnore: true */ process.cwd(), 'lib/store/sqlite/checkpoints/entry.ts');

export class CheckpointThread {
  readonly #file: string;
  #worker: Worker | null = null;

  constructor(file: string) {
    this.#file = file;
  }

  /**
   * Brings in what is committed. One call at a time.
   *
   * @returns what the database said against it, if anything.
   * @throws Error if the thread cannot run.
   */
  async bring(): Promise<Brought> {
    const worker = (this.#worker ??= this.#start());
    worker.ref();
    try {
      const answer = once(worker, 'message');
      worker.postMessage(null, []);
      const [brought] = (await answer) as [Brought];
      return brought;
    } finally {
      // An idle thread must not keep a command from ending.
      worker.unref();
    }
  }

  async end(): Promise<void> {
    await this.#worker?.terminate();
  }

  #start(): Worker {
    const worker = new Worker(entry(), { workerData: this.#file });
    // Without the listener an error would end the server. The next call starts another thread.
    worker.on('error', () => (this.#worker = null));
    return worker;
  }
}
