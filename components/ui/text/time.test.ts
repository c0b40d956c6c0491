import { describe, expect, it } from 'vitest';
import { dayRange, exactTime, relativeTime } from '#components/ui/text/time.ts';

const NOW = Date.UTC(2026, 10, 21, 12, 0, 0);
const HOUR = 3_600_000;

describe('relativeTime', () => {
  it.each([
    [0, 'just now'],
    [59_999, 'just now'],
    [60_000, '1 min ago'],
    [3 * HOUR, '3 h ago'],
    [26 * HOUR, '1 d ago'],
    [45 * 24 * HOUR, '1 mo ago'],
    [800 * 24 * HOUR, '2 y ago'],
    [-30_000, 'in a moment'],
    [-5 * HOUR, 'in 5 hours'],
    [-(7 * 24 * HOUR - 1), 'in 7 days'],
    [-(24 * HOUR - 1), 'in 1 day'],
    [-(HOUR - 1), 'in 1 hour'],
    [-(29 * 24 * HOUR), 'in 29 days'],
    [-(30 * 24 * HOUR - 1), 'on 2026-12-21'],
    [-(90 * 24 * HOUR), 'on 2027-02-19'],
  ])('%i ms before now is "%s"', (distance, words) => {
    expect(relativeTime(NOW - distance, NOW)).toBe(words);
  });
});

describe('exactTime', () => {
  it('is UTC to the second', () => {
    expect(exactTime(NOW)).toBe('2026-11-21 12:00:00 UTC');
  });
});

describe('dayRange', () => {
  it('has plain spaces', () => {
    const days = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short', timeZone: 'UTC' });
    expect(dayRange(days, NOW - 7 * 24 * HOUR, NOW)).toBe('Nov 14 – 21');
  });
});
