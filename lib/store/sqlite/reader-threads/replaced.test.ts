import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { is } from '#lib/store/predicates.ts';
import type { Job, Outcome } from '#lib/store/sql/jobs.ts';
import { ReaderThreads, type Thread } from './pool.ts';

/** Answers and ends when a test says so. */
class FakeThread implements Thread {
  readonly isStarting = false;
  readonly ended = Promise.withResolvers<void>();
  answer: (outcome: Outcome | null) => void = () => {};

  perform(): Promise<Outcome | null> {
    return new Promise((resolve) => {
      this.answer = resolve;
    });
  }

  giveUp(): void {}

  end(): Promise<void> {
    return this.ended.promise;
  }
}

const started: FakeThread[] = [];

function start(): FakeThread {
  const thread = new FakeThread();
  started.push(thread);
  return thread;
}

const GRACE = 50;
const job: Job = { kind: 'uids', type: 'Identity', where: is('uid', 'none'), column: 'uid' };
let gone: AbortController;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  started.length = 0;
  gone = new AbortController();
});

afterEach(() => {
  vi.useRealTimers();
});

const pool = (threads: number) =>
  new ReaderThreads(start, {
    threads,
    deadline: 60_000,
    grace: GRACE,
    waiting: 9,
    waitingOfOne: 9,
    threadsOfOrganization: 9,
  });

function abandon(readers: ReaderThreads, callers: readonly string[]): Promise<unknown> {
  const { signal } = gone;
  const reads = callers.map((caller) => readers.run(job, { caller, signal }));
  gone.abort(new Error('gone'));
  return Promise.allSettled(reads);
}

it('replaces threads that do not stop, one at a time', async () => {
  const readers = pool(2);
  await abandon(readers, ['one', 'two']);
  const others = ['three', 'four'].map((caller) => readers.run(job, { caller }));
  await vi.advanceTimersByTimeAsync(GRACE - 1);
  expect(started).toHaveLength(2);
  await vi.advanceTimersByTimeAsync(1);
  expect(started).toHaveLength(3);
  await vi.advanceTimersByTimeAsync(10 * GRACE);
  expect(started).toHaveLength(3);
  started[0]?.ended.resolve();
  await vi.advanceTimersByTimeAsync(GRACE);
  expect(started).toHaveLength(4);
  for (const thread of started.slice(2)) thread.answer([]);
  expect(await Promise.all(others)).toEqual([[], []]);
});

it('keeps a thread that stops', async () => {
  const readers = pool(1);
  await abandon(readers, ['one']);
  started[0]?.answer(null);
  await vi.advanceTimersByTimeAsync(2 * GRACE);
  const other = readers.run(job);
  started[0]?.answer([]);
  expect(await other).toEqual([]);
  expect(started).toHaveLength(1);
});
