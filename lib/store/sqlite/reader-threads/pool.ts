/**
 * Threads for the reads that take long, each with a connection of its own. They start when they are
 * first needed.
 */
import { once } from 'node:events';
import type { Asker } from '#lib/store/handles.ts';
import { Turns, type TurnLimits } from '#lib/store/sql/turns.ts';
import { tooSlow, unavailable } from '#lib/store/sql/unavailable.ts';
import type { Job, Outcome } from '#lib/store/sql/jobs.ts';
import type { ReaderThread } from './thread.ts';

export const TURN_LIMITS = { places: 3, placesOfOne: 2, waiting: 256, isOneByOne: true };

export type Thread = Pick<ReaderThread, 'started' | 'perform' | 'giveUp' | 'end'>;

const NOBODY: Asker = { caller: '' };

export class ReaderThreads {
  readonly #open: (onEnd: () => void) => Thread;
  readonly #deadline: number;
  readonly #turns: Turns;
  readonly #all = new Set<Thread>();
  readonly #idle = new Set<Thread>();
  readonly #closed = new AbortController();

  constructor(open: (onEnd: () => void) => Thread, limits: TurnLimits) {
    this.#open = open;
    this.#deadline = limits.deadline;
    this.#turns = new Turns(limits);
  }

  /**
   * @throws ApiError DEADLINE_EXCEEDED if it takes too long; UNAVAILABLE if there are too many
   *   others; the reason of the asker's signal as soon as that is aborted.
   */
  async run(job: Job, asker: Asker = NOBODY): Promise<Outcome> {
    const endTurn = await this.#turns.take(asker);
    this.#closed.signal.throwIfAborted();
    const thread = this.#takeThread();
    const done = new AbortController();
    // A thread that sorts does not see that it should stop. Until it does, its read has its turn.
    const outcome = thread.perform(job).finally(() => {
      if (this.#all.has(thread)) this.#idle.add(thread);
      endTurn();
      done.abort();
    });
    const over = this.#over(thread, done.signal, asker.signal).then((error) => {
      if (error === null) return outcome;
      thread.giveUp();
      throw error;
    });
    return Promise.race([outcome, over]);
  }

  /** Reads that wait or are under way get UNAVAILABLE. */
  async close(): Promise<void> {
    this.#turns.refuseWaiting(unavailable());
    this.#closed.abort(unavailable());
    const all = [...this.#all];
    this.#all.clear();
    this.#idle.clear();
    await Promise.all(all.map((thread) => thread.end()));
  }

  /**
   * The start of a thread does not count: on a busy machine it takes seconds.
   *
   * @returns why the read is given up; null if it is done before.
   */
  async #over(thread: Thread, done: AbortSignal, signal = done): Promise<unknown> {
    await thread.started;
    const late = AbortSignal.timeout(this.#deadline);
    const over = AbortSignal.any([done, late, signal, this.#closed.signal]);
    if (!over.aborted) await once(over, 'abort');
    if (done.aborted) return null;
    return over.reason === late.reason ? tooSlow(this.#deadline) : over.reason;
  }

  #takeThread(): Thread {
    const [idle] = this.#idle;
    if (idle !== undefined) {
      this.#idle.delete(idle);
      return idle;
    }
    const thread: Thread = this.#open(() => {
      this.#all.delete(thread);
      this.#idle.delete(thread);
    });
    this.#all.add(thread);
    return thread;
  }
}
