/** The reads of committed rows. */
import { setTimeout as wait } from 'node:timers/promises';
import { config } from '#lib/config.ts';
import type { Asker } from '#lib/store/handles.ts';
import { codeOf } from '#lib/store/prisma/errors.ts';
import type { Source } from '#lib/store/prisma/reads.ts';
import { committedReads } from '#lib/store/sql/committed.ts';
import { outcomeOf, type Job, type Outcome } from '#lib/store/sql/jobs.ts';
import { isFixed } from '#lib/store/sql/page.ts';
import { rowOf } from '#lib/store/sql/plan.ts';
import { tooSlow } from '#lib/store/sql/unavailable.ts';
import { inSnapshot, onAny } from './connection.ts';
import { handles } from './database.ts';
import { dialect } from './dialect.ts';
import { explained, isWorthRetrying, TIMEOUT } from './errors.ts';
import { REVISION, revisionIn } from './primary.ts';

/** How long a read is tried again, and the pause between, in milliseconds. */
const RETRIED_MS = 3_000;
const PAUSE_MS = 100;

/** Tries again what changes nothing, as long as connections break or others are in the way. */
async function retried<T>(work: () => Promise<T>): Promise<T> {
  const deadline = Date.now() + RETRIED_MS;
  for (;;) {
    try {
      handles().watch.requireAnswers();
      return await work();
    } catch (error) {
      if (!isWorthRetrying(error) || Date.now() >= deadline) throw explained(error);
    }
    await wait(PAUSE_MS);
  }
}

export const source: Source = {
  dialect,
  ask: (call) =>
    retried(async () => {
      const { client } = await handles().store;
      return call(client.handle);
    }),
  run: (plan) => retried(() => onAny(plan)),
};

/** With the deadline of searches. Others may write between the round trips of one request. */
async function perform(job: Job, signal?: AbortSignal): Promise<Outcome> {
  const deadline = config().bounds.searchSeconds * 1_000;
  const mode = 'query' in job && isFixed(job.query);
  try {
    const { result, revision } = await inSnapshot(outcomeOf(dialect, job), mode, deadline, signal);
    return 'total' in result ? { ...result, isLate: true, revision } : result;
  } catch (error) {
    signal?.throwIfAborted();
    throw codeOf(error) === TIMEOUT ? tooSlow(deadline) : error;
  }
}

async function inTurn<T>(asker: Asker, work: () => Promise<T>): Promise<T> {
  const end = await handles().searches.take(asker);
  try {
    return await work();
  } finally {
    end();
  }
}

export const committed = committedReads(source, (job: Job, asker?: Asker) =>
  retried(() =>
    asker === undefined ? perform(job) : inTurn(asker, () => perform(job, asker.signal)),
  ),
);

export const accessRevision = (): Promise<number> =>
  source.run(function* revision() {
    return revisionIn(yield* rowOf(REVISION));
  });
