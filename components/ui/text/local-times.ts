/** Times in the zone of the reader, apart from those that every page has. */

const DAY_MS = 86_400_000;

/** The day of a moment, as "2026-11-21". @param zone that of the reader unless given. */
const dayOf = (then: number, zone?: string): string =>
  new Intl.DateTimeFormat('en-CA', { dateStyle: 'short', timeZone: zone }).format(then);

const WEEK = 7;
const NEAR: Readonly<Record<number, string>> = { [-1]: 'yesterday', 0: 'today', 1: 'tomorrow' };

/** A day as people say it: "today", "Friday", "4 December", "4 December 2027". */
export function dayText(then: number, now: number, zone?: string): string {
  const [day, today] = [dayOf(then, zone), dayOf(now, zone)];
  const distance = (Date.parse(day) - Date.parse(today)) / DAY_MS;
  const near = NEAR[distance];
  if (near !== undefined) return near;
  const isSameYear = day.slice(0, 4) === today.slice(0, 4);
  const parts: Intl.DateTimeFormatOptions =
    distance > 0 && distance < WEEK
      ? { weekday: 'long' }
      : { day: 'numeric', month: 'long', ...(!isSameYear && { year: 'numeric' }) };
  return new Intl.DateTimeFormat('en-GB', { ...parts, timeZone: zone }).format(then);
}

/** The time of the day: "17:00". */
export const clockText = (then: number, zone?: string): string =>
  new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', timeZone: zone }).format(
    then,
  );

/** A moment as people say it: "today 17:00", "Friday 17:00", "4 December 17:00". */
export const localTime = (then: number, now: number, zone?: string): string =>
  `${dayText(then, now, zone)} ${clockText(then, zone)}`;
