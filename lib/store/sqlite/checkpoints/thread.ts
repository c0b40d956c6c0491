/** The thread for checkpoints, as the process sees it. It starts when it is first needed. */
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';

/** What the thread answers: what went wrong, or null. */
export type Brought = string | null;

/** From the root of the project, for the reason that `reader-threads/thread.ts` gives. */
const entry = () =>
  join(/* turbopackIgnore: true */ process.cwd(), 'lib/store/sqlite/checkpoints/entry.ts');

export class CheckpointThread {
  readonly #file: string;
  #worker: Worker | null = null;
  #waiting: PromiseWithResolvers<Brought> | null = null;

  constructor(file: string) {
    this.#file = file;
  }

  /**
   * Brings in what is committed. One call at a time.
   *
   * @returns what the database said against it, if anything.
   * @throws Error if the thread cannot run, or ends.
   */
  async bring(): Promise<Brought> {
    const worker = (this.#worker ??= this.#start());
    worker.ref();
    this.#waiting = Promise.withResolvers();
    try {
      worker.postMessage(null, []);
      return await this.#waiting.promise;
    } finally {
      this.#waiting = null;
      // An idle thread must not keep a command from ending.
      worker.unref();
    }
  }

  async end(): Promise<void> {
    await this.#worker?.terminate();
  }

  #start(): Worker {
    const worker = new Worker(entry(), { workerData: this.#file });
    worker.on('message', (brought: Brought) => this.#waiting?.resolve(brought));
    // Without the listener an error would end the server.
    worker.on('error', (error) => this.#waiting?.reject(error));
    worker.on('exit', () => {
      this.#worker = null;
      this.#waiting?.reject(new Error('the thread for checkpoints has ended'));
    });
    return worker;
  }
}
