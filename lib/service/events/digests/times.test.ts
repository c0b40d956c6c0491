import { expect, it } from 'vitest';
import { nextDigest } from './times.ts';

it.for<[Parameters<typeof nextDigest>[0], string, string, string]>([
  ['AT_ONCE', 'UTC', '2026-11-28T10:00:30Z', '2026-11-28T10:01:30Z'],
  ['HOURLY', 'UTC', '2026-11-28T10:00:30Z', '2026-11-28T11:00:00Z'],
  ['HOURLY', 'UTC', '2026-11-28T10:00:00Z', '2026-11-28T11:00:00Z'],
  ['HOURLY', 'Asia/Kolkata', '2026-11-28T10:00:30Z', '2026-11-28T10:30:00Z'],
  ['HOURLY', 'Asia/Kathmandu', '2026-11-28T10:00:30Z', '2026-11-28T10:15:00Z'],
  ['DAILY', 'UTC', '2026-11-28T07:59:59Z', '2026-11-28T08:00:00Z'],
  ['DAILY', 'UTC', '2026-11-28T08:00:00Z', '2026-11-29T08:00:00Z'],
  ['DAILY', 'Europe/Berlin', '2026-11-28T06:00:00Z', '2026-11-28T07:00:00Z'],
  // The days on which clocks change: summer begins on 29 March and ends on 25 October.
  ['DAILY', 'Europe/Berlin', '2026-03-28T07:00:00Z', '2026-03-29T06:00:00Z'],
  ['DAILY', 'Europe/Berlin', '2026-10-24T06:00:00Z', '2026-10-25T07:00:00Z'],
  ['DAILY', 'America/New_York', '2026-03-07T13:00:00Z', '2026-03-08T12:00:00Z'],
  ['DAILY', 'America/New_York', '2026-10-31T12:00:00Z', '2026-11-01T13:00:00Z'],
  // There, both sides of midnight of UTC are one day.
  ['DAILY', 'Pacific/Kiritimati', '2026-11-27T17:00:00Z', '2026-11-27T18:00:00Z'],
  ['DAILY', 'Pacific/Pago_Pago', '2026-11-28T18:00:00Z', '2026-11-28T19:00:00Z'],
  // Samoa left out 30 December 2011.
  ['DAILY', 'Pacific/Apia', '2011-12-29T18:00:00Z', '2011-12-30T18:00:00Z'],
  ['HOURLY', 'Europe/Berlin', '2026-10-25T00:30:00Z', '2026-10-25T01:00:00Z'],
  ['WEEKLY', 'Europe/Berlin', '2026-11-28T10:00:00Z', '2026-11-30T07:00:00Z'],
  ['WEEKLY', 'Europe/Berlin', '2026-11-30T07:00:00Z', '2026-12-07T07:00:00Z'],
  ['WEEKLY', 'Pacific/Kiritimati', '2026-11-28T10:00:00Z', '2026-11-29T18:00:00Z'],
])('%s in %s after %s is %s', ([schedule, zone, after, next]) => {
  expect(nextDigest(schedule, zone, new Date(after))).toEqual(new Date(next));
});
