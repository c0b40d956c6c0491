/** Transactions, as those of Prisma Client. */
import { ApiError } from '#lib/aip/errors.ts';
import { counts } from '#lib/counts.ts';
import type { Semaphore } from '#lib/semaphore.ts';
import type { WriterLimits } from '#lib/settings/pace.ts';
import type { Transaction } from '#lib/store/prisma/transaction.ts';
import type { Dialect } from '#lib/store/sql/dialect.ts';
import type { Run } from '#lib/store/sql/plan.ts';
import { unavailable } from '#lib/store/sql/unavailable.ts';
import { untilOver } from '#lib/store/sql/unless-stuck.ts';
import type { WritingConnection } from './adapter.ts';
import type { Client } from './client.ts';
import { transactionOn, type Source } from './transaction.ts';

export interface Store {
  client: Client;
  dialect: Dialect;
  /** Runs statements within the transaction that writes, past Prisma. */
  run: Run;
  /** One at a time writes, in the order in which they asked. */
  turns: Semaphore;
  limits: WriterLimits;
  /** An error of the database, as the caller gets it. */
  explained(error: unknown): unknown;
  close(): Promise<void>;
}

export function storeOf(
  { run, close }: WritingConnection,
  client: Client,
  others: Pick<Store, 'dialect' | 'turns' | 'limits' | 'explained'>,
): Store {
  return { ...others, client, run, close: () => client.$disconnect().then(close) };
}

/** After its own waits, Prisma would end a transaction with errors that nobody expects. */
const LATER_MS = 5_000;

/** As {@link Engine.transaction}. */
export async function transaction<T>(
  store: Store,
  work: (tx: Transaction, source: Source) => Promise<T>,
  signal?: AbortSignal,
): Promise<T> {
  const { client, dialect, run, limits, explained } = store;
  signal?.throwIfAborted();
  const endTurn = await turnOf(store);
  const options = { maxWait: limits.turn + LATER_MS, timeout: limits.held + LATER_MS };
  try {
    return await client.$transaction((handle) => {
      signal?.throwIfAborted();
      return untilOver({ what: 'transaction', longest: limits.held, explained }, (call) => {
        const source: Source = {
          dialect,
          ask: (ask) => call(() => ask(handle)),
          run: (plan) => call(() => run(plan)),
        };
        return work(transactionOn(source), source);
      });
    }, options);
  } catch (error) {
    throw explained(error);
  } finally {
    endTurn();
  }
}

async function turnOf({ turns, limits }: Store): Promise<() => void> {
  counts.writeTurns += 1;
  if (!turns.isTaken) return turns.take();
  const asked = performance.now();
  counts.writersWaiting += 1;
  try {
    return await turns.take('', AbortSignal.timeout(limits.turn));
  } catch (error) {
    counts.writersRefused += 1;
    throw error instanceof ApiError ? error : unavailable();
  } finally {
    counts.writersWaiting -= 1;
    counts.writeWaitSeconds += (performance.now() - asked) / 1_000;
  }
}
