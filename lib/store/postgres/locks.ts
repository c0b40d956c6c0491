/**
 * The locks of transactions that write. One that names its share waits for that share, for others of its part, and
 * for whoever writes alone; one without a share writes alone. `OF_ONE_ORGANIZATION` in lib/service/calls/call.ts and the
 * callers of `transactionIn` name a share.
 *
 * @see docs/decisions/089-organizations-write-beside-each-other.md
 */
import { isRootUid } from '#lib/aip/uid.ts';
import { PARTS } from '#lib/store/sql/tallies.ts';

/** The longest wait for other processes that write, in milliseconds. */
const LOCK_MS = 5_000;
/** The process itself gives up first. */
const IDLE_FACTOR = 1.2;

/** The lock of whoever writes alone, among the locks that an application gives a meaning to. */
export const WRITER_LOCK = 'pg_advisory_xact_lock(7310, 1)';

/**
 * The locks of a transaction that writes beside others. It takes the lock of its share first, so that one that waits
 * for its share does not hold up those that write alone.
 */
const locksOf = (part: number) =>
  `SELECT pg_advisory_xact_lock(7311, ${part}); SELECT pg_advisory_xact_lock_shared(7310, 1)`;

/** Where a transaction says in which share it writes, and to which part of the totals it adds. */
const [SHARE, PART] = ['grove.share', 'grove.part'];

/** Shares of one part wait for each other, so that none waits for the row of a total. */
const partOf = (share: string) => Number.parseInt(share.slice(0, 2), 16) % PARTS;

/**
 * What begins a transaction. The server ends one whose process has died or cannot be reached.
 *
 * @param share the only one that it writes in; everything unless given.
 */
export function writingWithin(held: number, share?: string): string {
  // Beyond it, a transaction would read the state from before it had its locks.
  const begin = `BEGIN ISOLATION LEVEL READ COMMITTED; SET LOCAL lock_timeout = ${LOCK_MS};
    SET LOCAL idle_in_transaction_session_timeout = ${Math.ceil(IDLE_FACTOR * held)}`;
  if (share === undefined || !isRootUid(share)) return `${begin}; SELECT ${WRITER_LOCK}`;
  const part = partOf(share);
  return `${begin}; SET LOCAL ${SHARE} = '${share}'; SET LOCAL ${PART} = '${part}'; ${locksOf(part)}`;
}

/** The share of the transaction, as triggers read it; '' in one that writes alone, also of an older program. */
export const OWN_SHARE = `coalesce(current_setting('${SHARE}', true), '')`;

/** The part of the totals that it adds to. */
export const OWN_PART = `coalesce(nullif(current_setting('${PART}', true), ''), '${PARTS}')::int`;

/** The code of the error of a transaction beside others that turned out to concern them. */
export const ALONE = 'GR001';

/** What a trigger does where a transaction has to write alone. */
export const REFUSE = `RAISE EXCEPTION 'this is written alone' USING ERRCODE = '${ALONE}';`;
