/** The reads of committed rows, and snapshots. */
import { setTimeout as wait } from 'node:timers/promises';
import { config } from '#lib/config.ts';
import type { ResourceType } from '#lib/resources/define.ts';
import type { ColumnOf, RowOf } from '#lib/resources/rows.ts';
import type { Asker, Page, PageQuery } from '#lib/store/handles.ts';
import type { Predicate } from '#lib/store/predicates.ts';
import { readPage, readPageRows } from '#lib/store/sql/page.ts';
import type { Plan, Runner } from '#lib/store/sql/plan.ts';
import { SqlReads } from '#lib/store/sql/reads.ts';
import { selectUids } from '#lib/store/sql/select.ts';
import { tooSlow } from '#lib/store/sql/unavailable.ts';
import { dialect } from './dialect.ts';
import { codeOf, explained, isLost, isWorthRetrying, TIMEOUT } from './errors.ts';
import { planned, SNAPSHOT } from './planned.ts';
import type { Planned } from './planned.ts';
import type { Session } from './session.ts';
import { sessions } from './sessions.ts';

/** How long a read is tried again, and the pause between, in milliseconds. */
const RETRIED_MS = 3_000;
const PAUSE_MS = 100;

const searchMs = () => config().bounds.searchSeconds * 1_000;

/** Tries again what changes nothing, as long as connections break or others are in the way. */
export async function retried<T>(work: () => Promise<T>): Promise<T> {
  const deadline = Date.now() + RETRIED_MS;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!isWorthRetrying(error) || Date.now() >= deadline) throw explained(error);
    }
    await wait(PAUSE_MS);
  }
}

/** Gives the session back afterwards, or closes it if it is lost. */
export async function onSession<T>(
  take: () => Promise<Session>,
  work: (session: Session) => Promise<T>,
): Promise<T> {
  const session = await take();
  let isBroken = true;
  try {
    const result = await work(session);
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
  const deadline = searchMs();
  const session = await sessions().forPlan();
  try {
    return await planned(session, plan, deadline);
  } catch (error) {
    throw codeOf(error) === TIMEOUT ? tooSlow(deadline) : error;
  }
}

const onPrimary: Runner = {
  run: (plan) =>
    retried(() =>
      onSession(
        () => sessions().forPlan(),
        (session) => session.follow(plan()),
      ),
    ),
  runAtOnce: async (plan) => (await retried(() => atOnce(plan))).result,
};

/** From the standby, if there is one that has come as far as the moment. */
async function listed<T>(plan: () => Plan<T>, asker: Asker | undefined): Promise<Planned<T>> {
  const { replica } = sessions();
  const moment = asker?.moment ?? null;
  const answer =
    replica === null || moment === null ? null : await replica.read(moment, plan, searchMs());
  return answer ?? retried(() => atOnce(plan));
}

class CommittedReads extends SqlReads {
  constructor() {
    super(dialect, onPrimary);
  }

  /** Others may write between the round trips of one request. */
  override async page<Type extends ResourceType>(
    type: Type,
    query: PageQuery,
    asker?: Asker,
  ): Promise<Page<RowOf<Type>>> {
    const { result, revision } = await listed(() => readPage(dialect, type, query), asker);
    return { ...result, isLate: true, revision };
  }

  override async pageRows<Type extends ResourceType>(
    type: Type,
    query: PageQuery,
    asker?: Asker,
  ): Promise<RowOf<Type>[]> {
    return (await listed(() => readPageRows(dialect, type, query), asker)).result;
  }

  /** With the deadline of searches. */
  override async uids<Type extends ResourceType>(
    type: Type,
    where: Predicate,
    column: ColumnOf<Type>,
    asker?: Asker,
  ): Promise<string[]> {
    return (await listed(() => selectUids(dialect, type, where, column), asker)).result;
  }
}

export const committed = new CommittedReads();

/** A runner on one connection until it is over. */
export function until(session: Session, isOver: () => string | null): Runner {
  const run = async <T>(plan: () => Plan<T>) => {
    const over = isOver();
    if (over !== null) throw new Error(over);
    try {
      return await session.follow(plan());
    } catch (error) {
      throw explained(error);
    }
  };
  return { run, runAtOnce: run };
}

/** Only its beginning is tried again: what `work` did with the first rows is not known here. */
export async function snapshot<T>(work: (reads: SqlReads) => Promise<T>): Promise<T> {
  const session = await retried(async () => {
    const taken = await sessions().forSnapshot();
    try {
      await taken.plain(SNAPSHOT);
      return taken;
    } catch (error) {
      taken.release(true);
      throw error;
    }
  });
  let isOver = false;
  const runner = until(session, () => (isOver ? 'the snapshot is over' : null));
  try {
    return await work(new SqlReads(dialect, runner));
  } finally {
    isOver = true;
    session.plain('COMMIT').then(
      () => session.release(false),
      () => session.release(true),
    );
  }
}
