import { describe, expect, it } from 'vitest';
import { localTime } from './local-times.ts';

const NOW = Date.UTC(2026, 10, 21, 12, 0, 0);

describe('localTime', () => {
  it.each([
    ['2026-11-21T17:00:00Z', 'today 17:00'],
    ['2026-11-22T00:00:00Z', 'tomorrow 00:00'],
    ['2026-11-20T09:05:00Z', 'yesterday 09:05'],
    ['2026-11-27T17:00:00Z', 'Friday 17:00'],
    ['2026-11-28T17:00:00Z', '28 November 17:00'],
    ['2026-11-16T17:00:00Z', '16 November 17:00'],
    ['2027-01-04T17:00:00Z', '4 January 2027 17:00'],
  ])('says %s as %s', (then, text) => {
    expect(localTime(Date.parse(then), NOW, 'UTC')).toBe(text);
  });

  it('follows the zone, also for the day', () => {
    expect(localTime(Date.parse('2026-11-21T23:30:00Z'), NOW, 'Europe/Berlin')).toBe(
      'tomorrow 00:30',
    );
    expect(localTime(Date.parse('2026-11-21T03:00:00Z'), NOW, 'America/New_York')).toBe(
      'yesterday 22:00',
    );
  });
});
