/**
 * Threads for the reads that take long, each with a connection of its own. They start when they are
 * first needed. A read has a deadline, nobody has more than one thread at a time, and no organization
 * has all of them.
 */
import type { Asker } from '#lib/store/handles.ts';
import { tooMany, tooSlow, unavailable } from '#lib/store/sql/unavailable.ts';
import type { Job, Outcome } from '#lib/store/sql/jobs.ts';
import type { ReaderThread } from './thread.ts';

/** Times are in milliseconds. */
export interface PoolLimits {
  threads: number;
  /** Of a read, from when it is asked for. The start of its thread does not count. */
  deadline: number;
  /** For an answer to a read that was given up, before another thread takes the place of its own. */
  grace: number;
  /** Reads that wait for a thread, of everybody and of one asker. */
  waiting: number;
  waitingOfOne: number;
  /** Threads that one organization may have. It may have as great a part of the reads that wait. */
  threadsOfOrganization: number;
}

export const POOL_LIMITS: Omit<PoolLimits, 'deadline'> = {
  threads: 3,
  threadsOfOrganization: 2,
  grace: 3_000,
  waiting: 256,
  waitingOfOne: 64,
};

export type Thread = Pick<ReaderThread, 'isStarting' | 'perform' | 'giveUp' | 'end'>;

const NOBODY: Asker = { caller: '' };

class LongRead {
  readonly job: Job;
  readonly caller: string;
  readonly organization: string;
  readonly outcome: PromiseWithResolvers<Outcome> = Promise.withResolvers();
  /** Null while it waits for one. */
  thread: Thread | null = null;

  constructor(job: Job, { caller, organization = caller }: Asker) {
    this.job = job;
    this.caller = caller;
    this.organization = organization;
  }
}

export class ReaderThreads {
  readonly #open: (onEnd: () => void) => Thread;
  readonly #limits: PoolLimits;
  readonly #all = new Set<Thread>();
  readonly #idle: Thread[] = [];
  readonly #waiting = new Set<LongRead>();
  readonly #underWay = new Set<LongRead>();
  /** Settles once the thread has ended that another one has replaced. */
  #leaving: Promise<void> | null = null;

  constructor(open: (onEnd: () => void) => Thread, limits: PoolLimits) {
    this.#open = open;
    this.#limits = limits;
  }

  /**
   * @throws ApiError DEADLINE_EXCEEDED if it takes too long; UNAVAILABLE if there are too many
   *   others; the reason of the asker's signal as soon as that is aborted.
   */
  async run(job: Job, asker: Asker = NOBODY): Promise<Outcome> {
    const { signal } = asker;
    signal?.throwIfAborted();
    const read = new LongRead(job, asker);
    if (this.#isFullFor(read)) throw tooMany();
    const { deadline } = this.#limits;
    const onTime = () => {
      // A busy machine may take seconds to start one, which says nothing about the read.
      if (read.thread?.isStarting === true) timer = setTimeout(onTime, deadline);
      else this.#giveUp(read, read.thread === null ? tooMany() : tooSlow(deadline));
    };
    const onAbort = () => this.#giveUp(read, signal?.reason);
    let timer = setTimeout(onTime, deadline);
    signal?.addEventListener('abort', onAbort);
    this.#waiting.add(read);
    this.#next();
    try {
      return await read.outcome.promise;
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', onAbort);
    }
  }

  /** Reads that wait or are under way get UNAVAILABLE. */
  async close(): Promise<void> {
    for (const read of [...this.#waiting, ...this.#underWay]) read.outcome.reject(unavailable());
    this.#waiting.clear();
    this.#idle.length = 0;
    const all = [...this.#all];
    this.#all.clear();
    await Promise.all([...all.map((thread) => thread.end()), this.#leaving]);
  }

  #isFullFor({ caller, organization }: LongRead): boolean {
    const { waiting, waitingOfOne, threads, threadsOfOrganization } = this.#limits;
    const all = [...this.#waiting];
    const ofOrganization = all.filter((read) => read.organization === organization);
    return (
      all.length >= waiting ||
      all.filter((read) => read.caller === caller).length >= waitingOfOne ||
      ofOrganization.length * threads >= waiting * threadsOfOrganization
    );
  }

  /** Begins all reads that may have a thread now, the first ones first, while there is one. */
  #next(): void {
    for (const read of this.#waiting) {
      if (!this.#mayBegin(read)) continue;
      const thread = this.#idle.pop() ?? this.#start();
      if (thread === null) return;
      this.#waiting.delete(read);
      void this.#serve(read, thread);
    }
  }

  #mayBegin({ caller, organization }: LongRead): boolean {
    const underWay = [...this.#underWay];
    const ofOrganization = underWay.filter((read) => read.organization === organization);
    return (
      ofOrganization.length < this.#limits.threadsOfOrganization &&
      !underWay.some((read) => read.caller === caller)
    );
  }

  #start(): Thread | null {
    if (this.#all.size >= this.#limits.threads) return null;
    const thread: Thread = this.#open(() => this.#forget(thread));
    this.#all.add(thread);
    return thread;
  }

  #forget(thread: Thread): void {
    this.#all.delete(thread);
    const at = this.#idle.indexOf(thread);
    if (at !== -1) this.#idle.splice(at, 1);
  }

  async #serve(read: LongRead, thread: Thread): Promise<void> {
    read.thread = thread;
    this.#underWay.add(read);
    try {
      const outcome = await thread.perform(read.job);
      // A read that was given up has been answered already.
      if (outcome !== null) read.outcome.resolve(outcome);
    } catch (error) {
      read.outcome.reject(error);
    }
    this.#underWay.delete(read);
    if (this.#all.has(thread)) this.#idle.push(thread);
    this.#next();
  }

  #giveUp(read: LongRead, reason: unknown): void {
    this.#waiting.delete(read);
    read.outcome.reject(reason);
    if (read.thread === null) return;
    read.thread.giveUp();
    this.#replaceLater(read, read.thread);
  }

  /**
   * While a thread sorts, it does not see that it should stop. Another one takes its place, unless
   * one that was replaced is still busy.
   */
  #replaceLater(read: LongRead, thread: Thread): void {
    const onTime = () => {
      if (!this.#underWay.has(read)) return;
      if (this.#leaving === null && !thread.isStarting) this.#replace(read, thread);
      else this.#replaceLater(read, thread);
    };
    setTimeout(onTime, this.#limits.grace).unref();
  }

  #replace(read: LongRead, thread: Thread): void {
    this.#underWay.delete(read);
    this.#forget(thread);
    this.#leaving = thread.end().finally(() => (this.#leaving = null));
    this.#next();
  }
}
