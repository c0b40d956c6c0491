/** Transactions and snapshots, as those of Prisma Client. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { setImmediate } from 'node:timers/promises';
import { eitherSignal } from '#lib/abort-signals.ts';
import { isApiError } from '#lib/aip/errors.ts';
import { counts } from '#lib/counts.ts';
import type { Semaphore } from '#lib/semaphore.ts';
import type { WriterLimits } from '#lib/settings/pace.ts';
import type { Dialect } from '#lib/store/sql/dialect.ts';
import { unavailable } from '#lib/store/sql/unavailable.ts';
import { unlessStuck } from '#lib/store/sql/unless-stuck.ts';
import {
  adapterOf,
  type Beginning,
  type Connections,
  type Guarded,
  type Writes,
} from './adapter.ts';
import type { Client, Handle } from './client.ts';
import { explaining } from './errors.ts';
import { readsFrom, type Reads, type Source } from './reads.ts';
import { transactionOn, type Transaction } from './transaction.ts';

export interface Store {
  client: Client;
  dialect: Dialect;
  /** What Prisma Client does not hand on between {@link opened} and the adapter. */
  beginning: AsyncLocalStorage<Beginning>;
  /** One of a share at a time writes, in the order in which they asked. */
  turns: Semaphore;
  limits: WriterLimits;
  /** An error of the database, as the caller gets it. */
  explained(error: unknown): unknown;
  /** Whether a transaction that failed so may succeed when nobody writes beside it. */
  mayPassAlone(error: unknown): boolean;
  /** As {@link Connections.onDisk}. */
  onDisk: Connections['onDisk'];
  close(): Promise<void>;
}

/** What an engine generates; the types of its options differ. */
type ClientClass = new (options: {
  adapter: ReturnType<typeof adapterOf>;
  errorFormat: 'minimal';
}) => unknown;

export function storeOf(
  PrismaClient: ClientClass,
  connections: Connections,
  others: Omit<Store, 'client' | 'beginning' | 'onDisk' | 'close'>,
): Store {
  const beginning: Store['beginning'] = new AsyncLocalStorage();
  const adapter = adapterOf(connections, beginning);
  const client = new PrismaClient({ adapter, errorFormat: 'minimal' }) as Client;
  const close = () => client.$disconnect().then(connections.close);
  return { ...others, client, beginning, onDisk: connections.onDisk, close };
}

/** The isolation that marks a transaction that writes. The adapter begins it in the way of the engine. */
export const WRITING = { isolationLevel: 'Serializable' };

/** After its own waits, Prisma would end a transaction with errors that nobody expects. */
const LATER_MS = 5_000;

/** How a transaction writes. */
export interface Writing extends Writes {
  /** If it is aborted before the transaction begins, nothing is done. */
  signal?: AbortSignal;
}

type Work<T> = (tx: Transaction, source: Source) => Promise<T>;

/** As {@link Engine.transaction}. */
export async function transaction<T>(
  store: Store,
  work: Work<T>,
  { signal, ...writes }: Writing = {},
): Promise<T> {
  const first: Beginning = { writes };
  try {
    return await oneTry(store, work, first, signal);
  } catch (error) {
    // Work that begins alone may change files, such as the keys, which no rollback takes back.
    const isAlone = writes.share === undefined;
    if (isAlone || signal?.aborted === true || !store.mayPassAlone(first.failure)) throw error;
  }
  return oneTry(store, work, { writes: { ...writes, share: undefined } }, signal);
}

async function oneTry<T>(
  store: Store,
  work: Work<T>,
  place: Beginning,
  signal?: AbortSignal,
): Promise<T> {
  const { limits } = store;
  signal?.throwIfAborted();
  const endTurn = await turnOf(store, place.writes.share, signal);
  // SQLite makes nobody wait, so without this the event loop would accept one connection, then run one write for
  // each client, before it accepts the next.
  await setImmediate();
  const waits = { maxWait: limits.turn + LATER_MS, timeout: limits.held + LATER_MS };
  const options = { ...waits, ...WRITING };
  const inside = async (source: Source, begun: Guarded) => {
    // The client may have left while others wrote.
    signal?.throwIfAborted();
    const tx = transactionOn(source, begun, place.writes.chain);
    return unlessStuck(work(tx, source), limits.held, unavailable);
  };
  const over = 'the transaction is over';
  const result = await opened(store, { options, place }, inside, over).finally(endTurn);
  // Others write meanwhile, and share the wait.
  await store.onDisk?.();
  return result;
}

/** @param left aborted once its client has left. */
async function turnOf(
  { turns, limits }: Store,
  share: string | null = null,
  left?: AbortSignal,
): Promise<() => void> {
  counts.writeTurns += 1;
  // One that writes alone would wait with a connection for others of the process, and they for it.
  const size = share === null ? turns.count : 1;
  const end = turns.tryTake(share, size);
  if (end !== null) return end;
  const asked = performance.now();
  counts.writersWaiting += 1;
  try {
    const late = AbortSignal.timeout(limits.turn);
    return await turns.take(share, eitherSignal(late, left), size);
  } catch (error) {
    left?.throwIfAborted();
    counts.writersRefused += 1;
    throw isApiError(error) ? error : unavailable();
  } finally {
    counts.writersWaiting -= 1;
    counts.writeWaitSeconds += (performance.now() - asked) / 1_000;
  }
}

/** How long a snapshot may be kept, in milliseconds. */
const SNAPSHOT_MS = 600_000;

/** As {@link Engine.snapshot}. */
export async function snapshot<T>(
  store: Store,
  work: (reads: Reads, source: Source) => Promise<T>,
  timeout = SNAPSHOT_MS,
): Promise<T> {
  const options = { maxWait: store.limits.turn, timeout };
  return opened(store, { options }, (one) => work(readsFrom(one), one), 'the snapshot is over');
}

/** @param over what calls reject with after its end. */
function opened<T>(
  { client, dialect, explained, beginning }: Store,
  {
    options,
    place = { writes: {} },
  }: { options: Parameters<Client['$transaction']>[1]; place?: Beginning },
  work: (source: Source, begun: Guarded) => Promise<T>,
  over: string,
): Promise<T> {
  const noted = (error: unknown) => {
    place.failure ??= error;
    return explained(error);
  };
  const inside = async (handle: Handle) => {
    const { begun } = place;
    if (begun === undefined) throw new Error('the adapter has begun no transaction');
    let isOver = false;
    const open = async <R>(call: () => PromiseLike<R>): Promise<R> => {
      if (isOver) throw new Error(over);
      return explaining(noted, call);
    };
    const source: Source = {
      dialect,
      ask: (call) => open(() => call(handle)),
      run: (plan) => open(() => begun.run(plan)),
    };
    return work(source, begun).finally(() => (isOver = true));
  };
  return explaining(noted, () => beginning.run(place, () => client.$transaction(inside, options)));
}
