/**
 * The connections of Prisma Client to the server. One at a time in the whole cluster writes, in the
 * order in which they asked.
 *
 * @see docs/decisions/026-one-writer-in-the-cluster.md
 */
import { PrismaPg } from '@prisma/adapter-pg';
import type { SqlQuery, Transaction } from '@prisma/driver-adapter-utils';
import pg from 'pg';
import type { Semaphore } from '#lib/semaphore.ts';
import { guarded, plain, type Connections, type Guarded } from '#lib/store/prisma/adapter.ts';
import type { Values } from '#lib/store/sql/plan.ts';
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
  const whole = wholeBy(statements);
  const reading = await connected(pools.reading);
  const snapshots = await connected(pools.snapshots);
  const writing = await connected(pools.writing);
  const lock = lockWithin(held);
  return {
    reading,
    begin: () =>
      beginWriting(() => writing.startTransaction().then(whole), watch, lock).catch(
        (error: unknown) => {
          if (isLost(error)) turns.refuseWaiting(unavailable('does not respond'));
          throw error;
        },
      ),
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
  begin: () => Promise<Guarded>,
  watch: Watch,
  lock: string,
): Promise<Guarded> {
  for (let isSecond = false; ; isSecond = true) {
    watch.requireAnswers();
    try {
      const transaction = await begin();
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
const wholeBy =
  (statements: Statements) =>
  (transaction: Transaction): Guarded => {
    const client: unknown = Reflect.get(transaction, 'client');
    if (!(client instanceof pg.Client)) throw new Error('the adapter has another client');
    const ended = async (how: 'commit' | 'rollback') => {
      try {
        await transaction.executeRaw(plain(how));
      } finally {
        await transaction[how]();
      }
    };
    const ends = {
      commit: () => unlessStuck(ended('commit'), CONFIRMED_MS, unsure),
      rollback: () => ended('rollback').catch(() => {}),
    };
    return guarded(transaction, ends, async (statement) => {
      const { rows } = await client.query<Values>(statements.queryOf(statement));
      return rows;
    });
  };
