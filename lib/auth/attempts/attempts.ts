/**
 * Failed attempts delay the next one: by 1 s after the last free attempt, then by twice as long
 * each time. Requests that burden others, such as those that send e-mail, are limited by the hour.
 */
import { createHash } from 'node:crypto';
import { tryAgain } from '#lib/aip/errors.ts';
import { counts } from '#lib/counts.ts';
import { all, is, isIn, lessThan, moreThan } from '#lib/store/predicates.ts';
import { transaction } from '#lib/store/store.ts';

/** The target of an attempt: an account, a code, or everything that one client tries. */
export interface Attempted {
  /** For example `sign-in:someone@example.com`, whether or not the account exists. */
  what: string;
  /** The number of failures before the first delay. */
  free?: number;
}

const FREE_ATTEMPTS = 5;
const LONGEST_WAIT_MS = 15 * 60 * 1000;
const FORGOTTEN_AFTER_MS = 24 * 60 * 60 * 1000;

function waitAfter(failures: number, free: number): number {
  if (failures < free) return 0;
  return Math.min(1000 * 2 ** (failures - free), LONGEST_WAIT_MS);
}

// The target may be a password typed into the wrong field, so only its hash is stored.
function keyOf({ what }: Pick<Attempted, 'what'>): string {
  return createHash('sha256').update(what).digest('base64url');
}

/** Many people may share a network, so a network has more free attempts. */
export function attemptsFrom(kind: string, network: string): Attempted {
  return { what: `${kind} from ${network}`, free: 50 };
}

/**
 * Counts an attempt as failed before it is made, so that concurrent guesses are all counted. {@link
 * forgetAttempts} undoes this on success. The transaction takes the write lock before it reads, so
 * two attempts never see the same number of failures.
 *
 * @returns the milliseconds until every attempt may be made. Unless that is 0, none is counted.
 */
function countOrWait(attempted: readonly Attempted[]): Promise<number> {
  return transaction(async (tx) => {
    // Read the clock inside the transaction: while it waited for the write lock, another attempt
    // may have set a later time.
    const now = Date.now();
    await tx.deleteAll('Attempt', lessThan('retryTime', new Date(now - FORGOTTEN_AFTER_MS)));
    const rows = await tx.find('Attempt', isIn('key', attempted.map(keyOf)));
    const left = Math.max(0, ...rows.map(({ retryTime }) => retryTime.getTime() - now));
    if (left > 0) return left;
    for (const one of attempted) {
      const key = keyOf(one);
      const failures = (rows.find((row) => row.key === key)?.failures ?? 0) + 1;
      const retryTime = new Date(now + waitAfter(failures, one.free ?? FREE_ATTEMPTS));
      await tx.put('Attempt', { key, failures, retryTime });
    }
    return 0;
  });
}

/**
 * Counts an attempt that is about to be made.
 *
 * @throws ApiError RESOURCE_EXHAUSTED with `retry-after`, in seconds, while it has to wait.
 */
export async function countAttempt(attempted: readonly Attempted[]): Promise<void> {
  refuseFor(await countOrWait(attempted));
}

/**
 * As {@link countAttempt}, but returns the wait in seconds instead of throwing.
 *
 * @returns 0 if the attempt was counted, and may be made.
 */
export async function secondsToWait(attempted: readonly Attempted[]): Promise<number> {
  const waitMs = await countOrWait(attempted);
  if (waitMs > 0) counts.signInsDelayed += 1;
  return Math.ceil(waitMs / 1000);
}

/**
 * Call it after a success. Clears the failures of the first target and removes one from each other
 * target.
 */
export async function forgetAttempts([own, ...others]: readonly Attempted[]): Promise<void> {
  await transaction(async (tx) => {
    if (own !== undefined) await tx.deleteAll('Attempt', is('key', keyOf(own)));
    const whereOther = isIn('key', others.map(keyOf));
    for (const known of await tx.find('Attempt', all(whereOther, moreThan('failures', 0)))) {
      await tx.put('Attempt', { ...known, failures: known.failures - 1, retryTime: new Date() });
    }
  });
}

const HOUR_MS = 60 * 60 * 1000;

/** Something that may be done a few times an hour, whether it succeeds or not. */
export interface Hourly {
  /** As in {@link Attempted}. */
  what: string;
  most: number;
  /** Whether the first attempt of the hour does not count. */
  sparesFirst?: boolean;
}

/**
 * Counts one use of each limit. The hour of a limit begins with its first use.
 *
 * @returns the milliseconds until the hour of a used-up limit is over; then nothing is counted. 0
 *   if every use was counted.
 */
function countOrWaitAnHour(limits: readonly Hourly[]): Promise<number> {
  return transaction(async (tx) => {
    const now = Date.now();
    await tx.deleteAll('Attempt', lessThan('retryTime', new Date(now - FORGOTTEN_AFTER_MS)));
    const known = await tx.find('Attempt', isIn('key', limits.map(keyOf)));
    const all = limits.map((limit) => {
      const key = keyOf(limit);
      const row = known.find((one) => one.key === key && one.retryTime.getTime() > now);
      const { failures, retryTime } = row ?? { failures: 0, retryTime: new Date(now + HOUR_MS) };
      return { key, failures: failures + 1, retryTime, isOver: failures >= limit.most };
    });
    const isFirst = all[0]?.failures === 1;
    const next = all.filter((_, index) => !(isFirst && limits[index]?.sparesFirst));
    const over = next.filter(({ isOver }) => isOver).map(({ retryTime }) => retryTime.getTime());
    if (over.length > 0) return Math.max(...over) - now;
    for (const { key, failures, retryTime } of next) {
      await tx.put('Attempt', { key, failures, retryTime });
    }
    return 0;
  });
}

/** @throws ApiError RESOURCE_EXHAUSTED as {@link countAttempt}, until the hour is over. */
export async function countWithinHour(limits: readonly Hourly[]): Promise<void> {
  refuseFor(await countOrWaitAnHour(limits));
}

/**
 * As {@link countWithinHour}, but returns false at the limit, for a message. @returns whether it
 * may be sent.
 */
export const isWithinHour = async (limits: readonly Hourly[]): Promise<boolean> =>
  (await countOrWaitAnHour(limits)) === 0;

function refuseFor(waitMs: number): void {
  if (waitMs === 0) return;
  const seconds = Math.ceil(waitMs / 1000);
  throw tryAgain('RESOURCE_EXHAUSTED', `too many attempts; try again in ${seconds} s`, seconds);
}
