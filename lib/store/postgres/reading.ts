/** The reads of committed rows. */
import { setTimeout as wait } from 'node:timers/promises';
import { config } from '#lib/config.ts';
import type { ResourceType } from '#lib/resources/define.ts';
import type { ColumnOf, RowOf } from '#lib/resources/rows.ts';
import type { Page, PageQuery } from '#lib/store/handles.ts';
import type { Predicate } from '#lib/store/predicates.ts';
import type { Source } from '#lib/store/prisma/reads.ts';
import { CommittedReads } from '#lib/store/sql/committed.ts';
import { readPage } from '#lib/store/sql/page.ts';
import { rowOf } from '#lib/store/sql/plan.ts';
import type { Plan, Runner } from '#lib/store/sql/plan.ts';
import { selectUids } from '#lib/store/sql/select.ts';
import { tooSlow } from '#lib/store/sql/unavailable.ts';
import { handles } from './database.ts';
import { dialect } from './dialect.ts';
import { codeOf, explained, isLost, isWorthRetrying, TIMEOUT } from './errors.ts';
import { planned, REVISION, revisionIn } from './planned.ts';
import type { Planned } from './planned.ts';
import { Session } from './session.ts';

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

async function taken(): Promise<Session> {
  const { reading, statements } = handles();
  return new Session(await reading.connect(), statements);
}

async function one<T>(plan: () => Plan<T>): Promise<T> {
  const session = await taken();
  let isBroken = true;
  try {
    const result = await session.follow(plan());
    isBroken = false;
    return result;
  } catch (error) {
    isBroken = isLost(error);
    throw error;
  } finally {
    session.release(isBroken);
  }
}

async function atOnce<T>(plan: () => Plan<T>): Promise<Planned<T>> {
  const deadline = config().bounds.searchSeconds * 1_000;
  const session = await taken();
  try {
    return await planned(session, plan, deadline);
  } catch (error) {
    throw codeOf(error) === TIMEOUT ? tooSlow(deadline) : error;
  }
}

const runner: Runner = {
  run: (plan) => retried(() => one(plan)),
  runAtOnce: async (plan) => (await retried(() => atOnce(plan))).result,
};

const source: Omit<Source, 'runner'> = {
  dialect,
  ask: (call) =>
    retried(async () => {
      const { client } = await handles().store;
      return call(client.handle);
    }),
};

class ServerReads extends CommittedReads {
  constructor() {
    super(source, { dialect, runner });
  }

  /** Others may write between the round trips of one request. */
  override async page<Type extends ResourceType>(
    type: Type,
    query: PageQuery,
  ): Promise<Page<RowOf<Type>>> {
    const { result, revision } = await retried(() => atOnce(() => readPage(dialect, type, query)));
    return { ...result, isLate: true, revision };
  }

  /** With the deadline of searches. */
  override uids<Type extends ResourceType>(
    type: Type,
    where: Predicate,
    column: ColumnOf<Type>,
  ): Promise<string[]> {
    return runner.runAtOnce(() => selectUids(dialect, type, where, column));
  }
}

export const committed = new ServerReads();

export const accessRevision = (): Promise<number> =>
  runner.run(function* revision() {
    return revisionIn(yield* rowOf(REVISION));
  });
