/**
 * When an event that was not delivered is tried again.
 *
 * @see https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md
 */

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/** The waits after the first try, the second one, and so on: three days in all. */
export const WAITS_MS: readonly number[] = [
  5 * SECOND_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  ...[2, 5, 10, 14, 20, 24].map((hours) => hours * HOUR_MS),
];

/** Each wait is up to so much shorter or longer, so that events that failed together do not return together. */
const JITTER = 0.2;

/** Statuses whose `retry-after` counts. */
const PATIENT: readonly number[] = [429, 502, 503, 504];

const MAX_WAIT_MS = 24 * HOUR_MS;

/** What came of one try. */
export interface Tried {
  /** Null where there was no answer. */
  status: number | null;
  /** As the target sent it; null for none. */
  retryAfter: string | null;
}

export const isSuccess = ({ status }: Pick<Tried, 'status'>): boolean =>
  status !== null && status >= 200 && status < 300;

/** The target asks for no more events. */
export const isGone = ({ status }: Pick<Tried, 'status'>): boolean => status === 410;

/** Of `retry-after`: seconds, or a date. 0 for none. */
function askedMs(retryAfter: string | null, now: number): number {
  if (retryAfter === null) return 0;
  if (/^\d{1,9}$/.test(retryAfter.trim())) return Number(retryAfter) * SECOND_MS;
  const date = Date.parse(retryAfter);
  return Number.isNaN(date) ? 0 : Math.max(0, date - now);
}

/**
 * The time of the next try of an event that was not delivered; null if it was the last one.
 *
 * @param attempts with this one.
 * @param random from 0 to 1.
 * @param factor what the waits are multiplied with.
 */
export function nextTry(
  { status, retryAfter }: Tried,
  attempts: number,
  { now = Date.now(), random = Math.random(), factor = 1 } = {},
): Date | null {
  const wait = WAITS_MS[attempts - 1];
  if (wait === undefined) return null;
  const spread = wait * factor * (1 + JITTER * (2 * random - 1));
  const asked = status !== null && PATIENT.includes(status) ? askedMs(retryAfter, now) : 0;
  return new Date(now + Math.min(MAX_WAIT_MS * (1 + JITTER), Math.max(spread, asked)));
}
