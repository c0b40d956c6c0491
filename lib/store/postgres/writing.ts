/**
 * Transactions. One at a time in the whole cluster writes, in the order in which they asked. They
 * wait for the disk together, after they have committed.
 *
 * @see docs/decisions/026-one-writer-in-the-cluster.md
 * @see docs/decisions/054-writers-share-the-log.md
 */
import type { Transaction } from '#lib/store/handles.ts';
import { SqlTransaction } from '#lib/store/sql/transaction.ts';
import { unavailable } from '#lib/store/sql/unavailable.ts';
import { unlessStuck } from '#lib/store/sql/unless-stuck.ts';
import { dialect } from './dialect.ts';
import { explained, isLost } from './errors.ts';
import { beginIncarnation, NAME } from './incarnations.ts';
import { logHolds, logKeepsUp } from './log.ts';
import { until } from './reading.ts';
import type { Session } from './session.ts';
import { sessions } from './sessions.ts';

/**
 * The longest waits, in milliseconds: for this process's own writes, and for other processes. Both
 * begin with the request for the turn, but whose turn comes late still waits a little for others.
 */
const TURN_MS = 15_000;
const LOCK_MS = 5_000;
const LEAST_LOCK_MS = 500;
/** How long a transaction may wait for something other than the database. */
const HELD_MS = 30_000;

/** The lock of whoever writes, among the locks that an application gives a meaning to. */
export const WRITER_LOCK = 'pg_advisory_xact_lock(7310, 1)';

/**
 * The commit gives the lock back without waiting for the disk. The server ends a transaction whose
 * process has died or cannot be reached.
 */
const begin = (lockMs: number) => `BEGIN; SET LOCAL synchronous_commit = off;
  SET LOCAL lock_timeout = ${lockMs};
  SET LOCAL idle_in_transaction_session_timeout = ${HELD_MS + 5_000}; SELECT ${WRITER_LOCK}; ${NAME}`;

interface Begun {
  session: Session;
  incarnation: string;
}

export async function transaction<T>(
  work: (tx: Transaction) => Promise<T>,
  signal?: AbortSignal,
): Promise<T> {
  const { result, incarnation } = await inTurn(work, signal);
  // Also if nothing was written, because `work` may have seen what is not in the log yet.
  await logHolds(incarnation);
  return result;
}

async function inTurn<T>(work: (tx: Transaction) => Promise<T>, signal?: AbortSignal) {
  const deadline = Date.now() + LOCK_MS;
  const endTurn = await sessions().turns.take(TURN_MS, unavailable);
  try {
    await logKeepsUp(deadline);
    const { session, incarnation } = await begun(deadline, signal);
    return { result: await whole(session, work), incarnation };
  } finally {
    endTurn();
  }
}

/** A second try after a connection that broke while nobody used it. Nothing is written yet. */
async function begun(deadline: number, signal?: AbortSignal): Promise<Begun> {
  for (let isSecond = false; ; isSecond = true) {
    signal?.throwIfAborted();
    let session: Session | undefined;
    try {
      session = await sessions().forWriting();
      const lockMs = Math.max(deadline - Date.now(), LEAST_LOCK_MS);
      const row = await session.plainRow(begin(lockMs));
      const incarnation = row === undefined ? await beginIncarnation(session) : String(row['name']);
      signal?.throwIfAborted();
      return { session, incarnation };
    } catch (error) {
      // Closing the connection also rolls back.
      session?.release(true);
      if (signal?.aborted === true) throw error;
      if (isSecond || !isLost(error)) throw explained(error);
    }
  }
}

/** The server answers a COMMIT after a statement that failed by rolling back. */
async function commit(session: Session): Promise<void> {
  if ((await session.plain('COMMIT')) !== 'COMMIT')
    throw new Error('a statement has failed before');
}

/**
 * Commits or rolls back `work`. If the connection breaks while it commits, nobody knows which: the
 * caller is told to try again, and nothing is tried again here.
 */
async function whole<T>(session: Session, work: (tx: Transaction) => Promise<T>): Promise<T> {
  let isOver = false;
  let isBroken = true;
  const runner = until(session, () => (isOver ? 'the transaction is over' : null));
  try {
    const given = work(new SqlTransaction(dialect, runner));
    const result = await unlessStuck(given, HELD_MS, unavailable);
    isOver = true;
    await commit(session);
    isBroken = false;
    return result;
  } catch (error) {
    isOver = true;
    isBroken = await session.plain('ROLLBACK').then(
      () => false,
      () => true,
    );
    throw explained(error);
  } finally {
    session.release(isBroken);
  }
}
