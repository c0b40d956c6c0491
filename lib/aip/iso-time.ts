/** Times as answers have them. A page of resources has a hundred of them, most of few days. */

const DAY_MS = 24 * 60 * 60 * 1000;
/** The first moment of the year 10000, which ISO 8601 writes differently. */
const END = Date.UTC(10_000, 0);
const MAX_DAYS = 10_000;

const upTo = (end: number, digits: number) =>
  Array.from({ length: end }, (_, number) => String(number).padStart(digits, '0'));

const SECONDS = upTo(60, 2);
const MINUTES = upTo(24, 2).flatMap((hour) => SECONDS.map((minute) => `${hour}:${minute}:`));
const ENDS = upTo(1_000, 3).map((ms) => `.${ms}Z`);

/** The beginning of a time, such as `2026-11-22T`, by the number of the day. */
const days = new Map<number, string>();

function startOf(day: number, time: Date): string {
  const known = days.get(day);
  if (known !== undefined) return known;
  const start = time.toISOString().slice(0, 11);
  if (days.size >= MAX_DAYS) days.clear();
  days.set(day, start);
  return start;
}

/**
 * The same text as `toISOString`, in less than half the time. Joined, because JSON.stringify takes
 * twice as long for texts that are still in parts, as those put together by `+` and templates are.
 */
export function isoTime(time: Date): string {
  const ms = time.getTime();
  if (!(ms >= 0 && ms < END)) return time.toISOString();
  const day = Math.floor(ms / DAY_MS);
  const inDay = ms - day * DAY_MS;
  const second = Math.floor(inDay / 1_000);
  const minute = Math.floor(second / 60);
  return [
    startOf(day, time),
    MINUTES[minute],
    SECONDS[second - minute * 60],
    ENDS[inDay - second * 1_000],
  ].join('');
}
