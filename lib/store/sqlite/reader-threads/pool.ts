/**
 * Threads for the reads that take long, each with a connection of its own. They start when they are
 * first needed. A read has a deadline, nobody has more than one thread at a time, and no organization
 * has all of them.
 */
import { Semaphore } from '#lib/semaphore.ts';
import type { Asker } from '#lib/store/handles.ts';
import { tooMany, tooSlow, unavailable } from '#lib/store/sql/unavailable.ts';
import type { Job, Outcome } from '#lib/store/sql/jobs.ts';
import type { ReaderThread } from './thread.ts';

export interface PoolLimits {
  threads: number;
  /** Of a read, from when it is asked for, in milliseconds. The start of its thread does not count. */
  deadline: number;
  /** Reads that wait for a thread, of everybody and of one asker. */
  waiting: number;
  waitingOfOne: number;
  /** Threads that one organization may have. It may have as great a part of the reads that wait. */
  threadsOfOrganization: number;
}

export const POOL_LIMITS: Omit<PoolLimits, 'deadline'> = {
  threads: 3,
  threadsOfOrganization: 2,
  waiting: 256,
  waitingOfOne: 64,
};

export type Thread = Pick<ReaderThread, 'isStarting' | 'perform' | 'giveUp' | 'end'>;

interface LongRead {
  caller: string;
  organization: string;
  /** Null while it waits for one. */
  thread: Thread | null;
  /** Aborted where it is given up, with the error for whoever asked. */
  over: AbortController;
}

export class ReaderThreads {
  readonly #open: (onEnd: () => void) => Thread;
  readonly #limits: PoolLimits;
  readonly #callers = new Semaphore(Infinity, 1);
  readonly #turns: Semaphore;
  readonly #all = new Set<Thread>();
  readonly #idle = new Set<Thread>();
  readonly #reads = new Set<LongRead>();

  constructor(open: (onEnd: () => void) => Thread, limits: PoolLimits) {
    this.#open = open;
    this.#limits = limits;
    this.#turns = new Semaphore(limits.threads, limits.threadsOfOrganization);
  }

  /**
   * @throws ApiError DEADLINE_EXCEEDED if it takes too long; UNAVAILABLE if there are too many
   *   others; the reason of the asker's signal as soon as that is aborted.
   */
  async run(job: Job, { caller, organization = caller, signal }: Asker = NOBODY): Promise<Outcome> {
    signal?.throwIfAborted();
    const read: LongRead = { caller, organization, thread: null, over: new AbortController() };
    if (this.#isFullFor(read)) throw tooMany();
    const { deadline } = this.#limits;
    const onTime = () => {
      // A busy machine may take seconds to start one, which says nothing about the read.
      if (read.thread?.isStarting === true) timer = setTimeout(onTime, deadline);
      else read.over.abort(read.thread === null ? tooMany() : tooSlow(deadline));
    };
    const onAbort = () => read.over.abort(signal?.reason);
    let timer = setTimeout(onTime, deadline);
    signal?.addEventListener('abort', onAbort);
    const { promise: end, reject } = Promise.withResolvers<never>();
    read.over.signal.addEventListener('abort', () => {
      read.thread?.giveUp();
      reject(read.over.signal.reason);
    });
    try {
      return await Promise.race([this.#outcomeOf(read, job), end]);
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', onAbort);
    }
  }

  /** Reads that wait or are under way get UNAVAILABLE. */
  async close(): Promise<void> {
    for (const { over } of this.#reads) over.abort(unavailable());
    const all = [...this.#all];
    this.#all.clear();
    this.#idle.clear();
    await Promise.all(all.map((thread) => thread.end()));
  }

  #isFullFor({ caller, organization }: LongRead): boolean {
    const { waiting, waitingOfOne, threads, threadsOfOrganization } = this.#limits;
    const all = [...this.#reads].filter(({ thread }) => thread === null);
    const ofOrganization = all.filter((read) => read.organization === organization);
    return (
      all.length >= waiting ||
      all.filter((read) => read.caller === caller).length >= waitingOfOne ||
      ofOrganization.length * threads >= waiting * threadsOfOrganization
    );
  }

  /** A thread that sorts does not see that it should stop. Until it does, its read has its turn. */
  async #outcomeOf(read: LongRead, job: Job): Promise<Outcome> {
    const { signal } = read.over;
    const ends: (() => void)[] = [];
    this.#reads.add(read);
    try {
      ends.push(await this.#callers.take(read.caller, signal));
      ends.push(await this.#turns.take(read.organization, signal));
      signal.throwIfAborted();
      const thread = this.#takeThread();
      read.thread = thread;
      const outcome = await thread.perform(job).finally(() => {
        if (this.#all.has(thread)) this.#idle.add(thread);
      });
      if (outcome === null) throw signal.reason;
      return outcome;
    } finally {
      this.#reads.delete(read);
      for (const end of ends) end();
    }
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

const NOBODY: Asker = { caller: '' };
