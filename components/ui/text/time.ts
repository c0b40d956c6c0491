import { counted } from '#lib/client/counted.ts';

const STEPS: readonly [limit: number, unit: number, word: string, long: string][] = [
  [3_600_000, 60_000, 'min', 'minute'],
  [86_400_000, 3_600_000, 'h', 'hour'],
  [30 * 86_400_000, 86_400_000, 'd', 'day'],
  [365 * 86_400_000, 30 * 86_400_000, 'mo', 'month'],
  [Number.POSITIVE_INFINITY, 365 * 86_400_000, 'y', 'year'],
];

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const MONTH_MS = 30 * DAY_MS;

/**
 * The time between two moments (milliseconds since 1970) in words: "3 h ago", "in 5 days". The past is
 * rounded down, and the future to the nearest unit. From a month on, the text is a date: "on 2027-02-23".
 */
export function relativeTime(then: number, now: number): string {
  const isAhead = then > now;
  const distance = Math.abs(now - then);
  if (distance < MINUTE_MS) return isAhead ? 'in a moment' : 'just now';
  if (isAhead && Math.round(distance / DAY_MS) * DAY_MS >= MONTH_MS)
    return `on ${new Date(then).toISOString().slice(0, 10)}`;
  const round = isAhead ? Math.round : Math.floor;
  const fits = ([limit, unit]: (typeof STEPS)[number]) => round(distance / unit) * unit < limit;
  const [, unit, word, long] = STEPS.find(fits) ?? STEPS[4]!;
  const count = round(distance / unit);
  return isAhead ? `in ${counted(count, [long, `${long}s`])}` : `${count} ${word} ago`;
}

/**
 * Two days as a range: "Nov 15 – 22". With plain spaces: the server and browsers
 * write different ones, and hydration needs equal texts.
 */
export const dayRange = (format: Intl.DateTimeFormat, since: number, until: number): string =>
  format.formatRange(since, until).replaceAll(/\s/g, ' ');

/** A moment as "2026-11-21 05:17:03 UTC". */
export function exactTime(then: number): string {
  return `${new Date(then).toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}
