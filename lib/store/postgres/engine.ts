/** PostgreSQL: one database for any number of processes. */
import { setTimeout as wait } from 'node:timers/promises';
import { config } from '#lib/config.ts';
import type { Engine } from '#lib/store/engine.ts';
import type { Asker } from '#lib/store/handles.ts';
import { codeOf } from '#lib/store/prisma/errors.ts';
import { committedReads, type Source } from '#lib/store/prisma/reads.ts';
import { verify } from '#lib/store/prisma/verify.ts';
import { snapshot, transaction } from '#lib/store/prisma/writing.ts';
import { outcomeOf, type Job, type Outcome } from '#lib/store/sql/jobs.ts';
import { isFixed } from '#lib/store/sql/page.ts';
import { rowOf } from '#lib/store/sql/plan.ts';
import { tooSlow } from '#lib/store/sql/unavailable.ts';
import { inSnapshot, onAny } from './connection.ts';
import { closeHandles, handles } from './database.ts';
import { dialect } from './dialect.ts';
import { explained, isWorthRetrying, TIMEOUT } from './errors.ts';
import { migrate } from './migrate.ts';
import { REVISION, revisionIn } from './primary.ts';
import { spendTogether } from './request-buckets.ts';

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
      return call(client);
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

export const postgres: Engine = {
  open: migrate,
  close: closeHandles,
  committed: committedReads(source, (job, asker) =>
    retried(() =>
      asker === undefined ? perform(job) : inTurn(asker, () => perform(job, asker.signal)),
    ),
  ),
  snapshot: async (work) => snapshot(await handles().store, work),
  transaction: async (work, writing) => transaction(await handles().store, work, writing),
  accessRevision: () =>
    source.run(function* revision() {
      return revisionIn(yield* rowOf(REVISION));
    }),
  spendTogether,
  verify: async () => verify(await handles().store),
  copies: null,
};
