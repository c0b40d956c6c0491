/** Transactions and snapshots, as those of Prisma Client. */
import { setImmediate } from 'node:timers/promises';
import { isApiError } from '#lib/aip/errors.ts';
import { counts } from '#lib/counts.ts';
import type { Semaphore } from '#lib/semaphore.ts';
import type { WriterLimits } from '#lib/settings/pace.ts';
import { numbered, type Dialect } from '#lib/store/sql/dialect.ts';
import { follow, type Run, type Values } from '#lib/store/sql/plan.ts';
import { unavailable } from '#lib/store/sql/unavailable.ts';
import { unlessStuck } from '#lib/store/sql/unless-stuck.ts';
import { adapterOf, type Connections, type Guarded } from './adapter.ts';
import type { Client, Handle } from './client.ts';
import { explaining } from './errors.ts';
import { readsFrom, type Reads, type Source } from './reads.ts';
import { transactionOn, type Transaction } from './transaction.ts';

export interface Store {
  client: Client;
  dialect: Dialect;
  /** The transaction that began last. */
  begun(): Guarded;
  /** One at a time writes, in the order in which they asked. */
  turns: Semaphore;
  limits: WriterLimits;
  /** An error of the database, as the caller gets it. */
  explained(error: unknown): unknown;
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
  others: Pick<Store, 'dialect' | 'turns' | 'limits' | 'explained'>,
): Store {
  let begun: Guarded | null = null;
  const adapter = adapterOf(connections, (transaction) => (begun = transaction));
  const client = new PrismaClient({ adapter, errorFormat: 'minimal' }) as Client;
  return {
    ...others,
    client,
    begun() {
      if (begun === null) throw new Error('no transaction has begun');
      return begun;
    },
    close: () => client.$disconnect().then(connections.close),
  };
}

/** Of whoever writes. The adapter begins any such transaction in its own way. */
export const WRITING = { isolationLevel: 'Serializable' };

/** After its own waits, Prisma would end a transaction with errors that nobody expects. */
const LATER_MS = 5_000;

/** As {@link Engine.transaction}. */
export async function transaction<T>(
  store: Store,
  work: (tx: Transaction, source: Source) => Promise<T>,
  signal?: AbortSignal,
): Promise<T> {
  const { client, limits, explained } = store;
  signal?.throwIfAborted();
  const endTurn = await turnOf(store);
  // SQLite makes nobody wait, so without this a write is over before the event loop looks at other requests,
  // and accepts one connection after as many writes as there are clients.
  await setImmediate();
  const waits = { maxWait: limits.turn + LATER_MS, timeout: limits.held + LATER_MS };
  return explaining(explained, () =>
    client.$transaction(
      async (handle) => {
        signal?.throwIfAborted();
        const { run } = store.begun();
        const { source, end } = sourceOf(store, { handle, run }, 'the transaction is over');
        const given = work(transactionOn(source), source);
        return unlessStuck(given, limits.held, unavailable).finally(end);
      },
      { ...waits, ...WRITING },
    ),
  ).finally(endTurn);
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
  const { client, limits, explained } = store;
  const options = { maxWait: limits.turn, timeout };
  return explaining(explained, () =>
    client.$transaction((handle) => {
      const run = runBy(store.dialect, handle);
      const { source, end } = sourceOf(store, { handle, run }, 'the snapshot is over');
      return work(readsFrom(source), source).finally(end);
    }, options),
  );
}

/** @param over what calls reject with after its end. */
function sourceOf(
  { dialect, explained }: Store,
  { handle, run }: { handle: Handle; run: Run },
  over: string,
): { source: Source; end: () => void } {
  let isOver = false;
  const open = async <T>(work: () => PromiseLike<T>): Promise<T> => {
    if (isOver) throw new Error(over);
    return explaining(explained, work);
  };
  const source: Source = {
    dialect,
    ask: (call) => open(() => call(handle)),
    run: (plan) => open(() => run(plan)),
  };
  return { source, end: () => void (isOver = true) };
}

/** Plans whose statements Prisma Client runs. */
function runBy(dialect: Dialect, handle: Handle): Run {
  return (plan) =>
    follow(plan(), async ({ sql, params }) => {
      const rows = await handle.$queryRawUnsafe(numbered(dialect, sql), ...params);
      return (rows as Values[]).map(asStored);
    });
}

/** As the drivers give it. */
function asStored(row: Values): Values {
  for (const [column, value] of Object.entries(row)) {
    if (value instanceof Date) row[column] = value.getTime();
    else if (typeof value === 'bigint') row[column] = Number(value);
    else if (typeof value === 'object' && value !== null) row[column] = JSON.stringify(value);
  }
  return row;
}
