/** PostgreSQL: one database for any number of processes. */
import { setTimeout as wait } from 'node:timers/promises';
import { config } from '#lib/config.ts';
import type { Engine } from '#lib/store/engine.ts';
import type { Asker } from '#lib/store/handles.ts';
import { codeOf } from '#lib/store/prisma/errors.ts';
import { transaction } from '#lib/store/prisma/writing.ts';
import { outcomeOf, type Job, type Outcome } from '#lib/store/sql/jobs.ts';
import { isFixed } from '#lib/store/sql/page.ts';
import { rowOf, type Run } from '#lib/store/sql/plan.ts';
import { committedReads, readsFrom } from '#lib/store/sql/reads.ts';
import { tooSlow } from '#lib/store/sql/unavailable.ts';
import { untilOver } from '#lib/store/sql/unless-stuck.ts';
import { verify, VERIFY_MS } from '#lib/store/sql/verify.ts';
import { FIXED, inSnapshot, onAny, VARYING } from './connection.ts';
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

const run: Run = (plan) => retried(() => onAny(plan));

/** How long a snapshot may be kept, in milliseconds. */
const SNAPSHOT_MS = 600_000;

export async function snapshot<T>(
  work: (run: Run) => Promise<T>,
  longest = SNAPSHOT_MS,
): Promise<T> {
  const { snapshots, watch } = handles();
  try {
    watch.requireAnswers();
    const { result } = await inSnapshot(snapshots, [], (ask) =>
      untilOver({ what: 'snapshot', longest, explained }, (call) =>
        work((plan) => call(() => ask(plan))),
      ),
    );
    return result;
  } catch (error) {
    throw explained(error);
  }
}

/** With the deadline of searches. Others may write between the round trips of one request. */
async function perform(job: Job, signal?: AbortSignal): Promise<Outcome> {
  const deadline = config().bounds.searchSeconds * 1_000;
  const isFixedOne = 'query' in job && isFixed(job.query);
  const settings = [isFixedOne ? FIXED : VARYING, `SET LOCAL statement_timeout = ${deadline}`];
  try {
    const { result, revision } = await inSnapshot(
      handles().reading,
      settings,
      (ask) => ask(() => outcomeOf(dialect, job)),
      signal,
    );
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

const committed = committedReads(dialect, run, (job, asker) =>
  retried(() =>
    asker === undefined ? perform(job) : inTurn(asker, () => perform(job, asker.signal)),
  ),
);

const accessRevision = (): Promise<number> =>
  run(function* revision() {
    return revisionIn(yield* rowOf(REVISION));
  });

export const postgres: Engine = {
  open: migrate,
  close: closeHandles,
  committed,
  snapshot: (work) => snapshot((run) => work(readsFrom(dialect, run))),
  transaction: async (work, signal) => transaction(await handles().store, work, signal),
  accessRevision,
  spendTogether,
  verify: () => snapshot((run) => verify(dialect, run), VERIFY_MS),
  copies: null,
};
