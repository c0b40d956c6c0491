/**
 * One client of Prisma with several connections: single reads have theirs, and nobody sees what a
 * transaction has not committed. Prisma's own adapter for SQLite has one connection for everything.
 */
import type { AsyncLocalStorage } from 'node:async_hooks';
import type {
  SqlDriverAdapter,
  SqlDriverAdapterFactory,
  Transaction,
} from '@prisma/driver-adapter-utils';
import type { Link } from '#lib/store/handles.ts';
import { follow, type Run, type Statement, type Values } from '#lib/store/sql/plan.ts';

/** A transaction that also runs plans, past Prisma. */
export interface Guarded extends Transaction {
  run: Run;
  /** The access revision in the transaction, as in {@link Engine.accessRevision}. */
  revision(): Promise<string>;
  /** The end of {@link Writes.chain} as it began, where that was read then. */
  chainEnd?: Promise<Link | null>;
}

/** What a transaction does past Prisma. */
interface Own extends Pick<Guarded, 'chainEnd'> {
  /** Runs a statement of a plan. */
  run(statement: Statement): Promise<readonly Values[]>;
  revision(): Promise<string>;
}

/** What a transaction that writes needs to know before it begins. */
export interface Writes {
  /** Whether it is for a caller, whose rights are checked in it. */
  isForCaller?: boolean;
  /**
   * The share whose organizations alone the transaction reads and writes, beside rows that no transaction with
   * a share changes. Transactions of other shares may run at the same time; beside a transaction without a share
   * none does.
   */
  share?: string | undefined;
  /** The organization to whose chain it adds, which a server that is far away is asked for at the beginning. */
  chain?: string;
}

/** A transaction that begins. */
export interface Beginning {
  writes: Writes;
  begun?: Guarded;
  /** The first error of the database in the transaction; later ones only say that it has failed. */
  failure?: unknown;
}

export interface Connections {
  reading: SqlDriverAdapter;
  /** Begins a transaction that writes. */
  begin(writes?: Writes): Promise<Guarded>;
  /** Begins a transaction that sees one state. */
  beginSnapshot(): Promise<Guarded>;
  /** Resolves once the disk has every commit so far. Missing where a commit waits for it. */
  onDisk?(): Promise<void>;
  close(): Promise<void>;
}

/** @param beginning of each transaction, which gets what has begun. */
export function adapterOf(
  { reading, begin, beginSnapshot }: Connections,
  beginning: AsyncLocalStorage<Beginning>,
): SqlDriverAdapterFactory {
  const { provider } = reading;
  return {
    provider,
    adapterName: 'grove',
    async connect() {
      return {
        provider,
        adapterName: 'grove',
        queryRaw: (query) => reading.queryRaw(query),
        executeRaw: (query) => reading.executeRaw(query),
        executeScript: (script) => reading.executeScript(script),
        getConnectionInfo: () => ({
          maxBindValues: MAX_PARAMETERS,
          ...(reading.getConnectionInfo?.() ?? { supportsRelationJoins: false }),
        }),
        // Only whoever writes asks for a level. Prisma splits a long read into a transaction without one.
        async startTransaction(level) {
          const place = beginning.getStore() ?? { writes: {} };
          place.begun = await (level === undefined ? beginSnapshot() : begin(place.writes));
          return place.begun;
        },
        // Prisma would call it only if somebody had asked for something.
        dispose: () => Promise.resolve(),
      };
    },
  };
}

/**
 * A transaction on a connection that others use afterwards. Later statements of a call stay out of
 * the next one on it, and nothing is committed of one with a statement that failed.
 */
export function guarded(
  connection: Omit<SqlDriverAdapter, 'dispose' | 'executeScript' | 'startTransaction'>,
  end: Pick<Transaction, 'commit' | 'rollback'>,
  own: Own,
): Guarded {
  let isOver = false;
  let hasFailed = false;
  const inTime = async <T>(statement: () => Promise<T>): Promise<T> => {
    if (isOver) throw new Error('the transaction is over');
    try {
      return await statement();
    } catch (error) {
      hasFailed = true;
      throw error;
    }
  };
  const rollback = () => {
    isOver = true;
    return end.rollback();
  };
  return {
    provider: connection.provider,
    adapterName: connection.adapterName,
    // Prisma leaves the statements that end it to this.
    options: { usePhantomQuery: true },
    run: (plan) => follow(plan(), (one) => inTime(() => own.run(one))),
    revision: () => inTime(own.revision),
    ...(own.chainEnd !== undefined && { chainEnd: own.chainEnd }),
    queryRaw: (query) => inTime(() => connection.queryRaw(query)),
    executeRaw: (query) => inTime(() => connection.executeRaw(query)),
    rollback,
    async commit() {
      if (hasFailed) {
        await rollback();
        throw new Error('a statement has failed before');
      }
      isOver = true;
      await end.commit();
    },
  };
}

/** Of a statement, in both databases. */
const MAX_PARAMETERS = 32_766;
