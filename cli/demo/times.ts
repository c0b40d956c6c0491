/** Times at which people work: on weekdays, by day, and never in the future. */
import type { Random } from './random.ts';

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

export const after = (time: Date, ms: number): Date => new Date(time.getTime() + ms);
export const before = (time: Date, ms: number): Date => after(time, -ms);
export const earlier = (a: Date, b: Date): Date => (a < b ? a : b);
export const later = (a: Date, b: Date): Date => (a < b ? b : a);

/** A random moment between the two. */
export function moment(random: Random, from: Date, to: Date): Date {
  return after(from, Math.floor(random.next() * Math.max(0, to.getTime() - from.getTime())));
}

/** A moment between the two in working hours, if there is one. */
export function workTime(random: Random, from: Date, to: Date): Date {
  const time = moment(random, from, to);
  const day = time.getUTCDay();
  // Saturday falls back to Friday, Sunday to Thursday.
  if (day === 0 || day === 6) time.setTime(before(time, (day === 0 ? 3 : 1) * DAY_MS).getTime());
  time.setUTCHours(random.int(8, 17), random.int(0, 59), random.int(0, 59), random.int(0, 999));
  return later(from, earlier(time, to));
}
