/**
 * The connections of Prisma Client to the server. One at a time in the whole cluster writes, in the
 * order in which they asked.
 *
 * @see docs/decisions/026-one-writer-in-the-cluster.md
 */
import { PrismaPg } from '@prisma/adapter-pg';
import type { SqlDriverAdapter, SqlQuery, Transaction } from '@prisma/driver-adapter-utils';
import type pg from 'pg';
import type { Semaphore } from '#lib/semaphore.ts';
import { guarded, plain, type Connections } from '#lib/store/prisma/adapter.ts';
import { unavailable } from '#lib/store/sql/unavailable.ts';
import { unlessStuck } from '#lib/store/sql/unless-stuck.ts';
import { isLost } from './errors.ts';
import type { Statements } from './statements.ts';
import type { Watch } from './watch.ts';

/** The longest wait for other processes that write, in milliseconds. */
const LOCK_MS = 5_000;
/** The process itself gives up first. */
const IDLE_FACTOR = 1.2;

/** The longest wait for a commit. A standby that it has to reach may be away for longer. */
const CONFIRMED_MS = 5_000;

const unsure = () => unavailable('did not confirm the change, which may have taken effect');

/** The lock of whoever writes, among the locks that an application gives a meaning to. */
export const WRITER_LOCK = 'pg_advisory_xact_lock(7310, 1)';

/** The server ends a transaction whose process has died or cannot be reached. */
const lockWithin = (held: number) => `SET LOCAL lock_timeout = ${LOCK_MS};
  SET LOCAL idle_in_transaction_session_timeout = ${Math.ceil(IDLE_FACTOR * held)};
  SELECT ${WRITER_LOCK}`;

/**
 * @param pools that of whoever writes is of one connection.
 * @param held how long a transaction may wait for something other than the database, in milliseconds.
 */
export async function openConnections(
  pools: Record<'reading' | 'snapshots' | 'writing', pg.Pool>,
  { statements, watch, turns }: { statements: Statements; watch: Watch; turns: Semaphore },
  held: number,
): Promise<Connections> {
  // Those without parameters may be several in one text.
  const statementNameGenerator = ({ sql, args }: SqlQuery) =>
    args.length === 0 ? '' : statements.nameOf(sql);
  const connected = (pool: pg.Pool) => new PrismaPg(pool, { statementNameGenerator }).connect();
  const reading = await connected(pools.reading);
  const snapshots = await connected(pools.snapshots);
  const writing = await connected(pools.writing);
  const lock = lockWithin(held);
  return {
    within: null,
    reading,
    begin: () =>
      beginWriting(writing, watch, lock).catch((error: unknown) => {
        if (isLost(error)) turns.refuseWaiting(unavailable('does not respond'));
        throw error;
      }),
    async beginSnapshot() {
      watch.requireAnswers();
      return whole(await snapshots.startTransaction('REPEATABLE READ'));
    },
    async close() {
      await Promise.all([reading, snapshots, writing].map((one) => one.dispose()));
    },
  };
}

/** A second try after a connection that broke while nobody used it. Nothing is written yet. */
async function beginWriting(
  writing: SqlDriverAdapter,
  watch: Watch,
  lock: string,
): Promise<Transaction> {
  for (let isSecond = false; ; isSecond = true) {
    watch.requireAnswers();
    try {
      const transaction = whole(await writing.startTransaction());
      try {
        await transaction.executeRaw(plain(lock));
        return transaction;
      } catch (error) {
        await transaction.rollback();
        throw error;
      }
    } catch (error) {
      if (isSecond || !isLost(error)) throw error;
    }
  }
}

/** Prisma's own ends give the connection back, and leave the statement to this. */
function whole(transaction: Transaction): Transaction {
  const ended = async (how: 'commit' | 'rollback') => {
    try {
      await transaction.executeRaw(plain(how));
    } finally {
      await transaction[how]();
    }
  };
  return guarded(transaction, {
    commit: () => unlessStuck(ended('commit'), CONFIRMED_MS, unsure),
    rollback: () => ended('rollback').catch(() => {}),
  });
}
