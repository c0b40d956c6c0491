/** When digests are due, by the clock of their reader's time zone. */
import type { RowOf } from '#lib/resources/rows.ts';

type Schedule = Exclude<RowOf<'Subscription'>['schedule'], ''>;

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** The hour of the reader's clock at which daily and weekly digests are sent. */
const HOUR = 8;
/** Of `Date`, of UTC: Sunday is 0. */
const MONDAY = 1;

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known !== undefined) return known;
  const number = 'numeric' as const;
  const made = new Intl.DateTimeFormat('en-u-hc-h23', {
    timeZone,
    year: number,
    month: number,
    day: number,
    hour: number,
    minute: number,
    second: number,
  });
  formats.set(timeZone, made);
  return made;
}

/** What the clock of the zone shows, as if it were UTC, in milliseconds without those of a second. */
function clockAt(time: number, timeZone: string): number {
  const parts = formatOf(timeZone).formatToParts(time);
  const of = (type: Intl.DateTimeFormatPartTypes) =>
    Number(parts.find((part) => part.type === type)?.value);
  return Date.UTC(of('year'), of('month') - 1, of('day'), of('hour'), of('minute'), of('second'));
}

const offsetAt = (time: number, timeZone: string) =>
  clockAt(time, timeZone) - Math.floor(time / 1_000) * 1_000;

/**
 * The time at which the clock of the zone shows this. Where it shows it twice, the first one; where it never
 * does, the time to which it is put forward.
 */
function timeOf(clock: number, timeZone: string): number {
  const offsets = [clock - DAY_MS, clock + DAY_MS].map((time) => offsetAt(time, timeZone));
  const found = offsets
    .map((offset) => clock - offset)
    .filter((time) => clockAt(time, timeZone) === clock);
  return found.length > 0 ? Math.min(...found) : clock - Math.min(...offsets);
}

/** The next full hour of the clock, which is at half past in some zones. */
function nextHour(after: number, timeZone: string): number {
  const past = clockAt(after, timeZone) % (60 * MINUTE_MS);
  return Math.floor(after / 1_000) * 1_000 + 60 * MINUTE_MS - past;
}

function nextMorning(after: number, timeZone: string, isDay: (day: number) => boolean): number {
  const clock = clockAt(after, timeZone);
  const today = clock - (clock % DAY_MS);
  for (let day = today; ; day += DAY_MS) {
    const time = timeOf(day + HOUR * 60 * MINUTE_MS, timeZone);
    if (time > after && isDay(new Date(day).getUTCDay())) return time;
  }
}

/** The first time after `after` at which a digest is due. */
export function nextDigest(schedule: Schedule, timeZone: string, after: Date): Date {
  const time = after.getTime();
  switch (schedule) {
    case 'AT_ONCE':
      return new Date(time + MINUTE_MS);
    case 'HOURLY':
      return new Date(nextHour(time, timeZone));
    case 'DAILY':
      return new Date(nextMorning(time, timeZone, () => true));
    case 'WEEKLY':
      return new Date(nextMorning(time, timeZone, (day) => day === MONDAY));
  }
}
