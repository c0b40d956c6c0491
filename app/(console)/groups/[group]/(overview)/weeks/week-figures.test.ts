import { describe, expect, it } from 'vitest';
import {
  linesUpTo,
  periodText,
  sumOf,
  totalOf,
  weekText,
} from '#app/(console)/groups/[group]/(overview)/weeks/week-figures.ts';

const WEEK = {
  startTime: '2026-11-15T06:00:00.000Z',
  endTime: '2026-11-22T06:00:00.000Z',
  severities: { LOW: '1200', CRITICAL: '1' },
};

describe('linesUpTo', () => {
  it.each([
    [0, [1]],
    [1, [1]],
    [3, [1, 2, 3]],
    [4, [2, 4]],
    [10, [5, 10]],
    [16, [10, 20]],
    [134, [50, 100, 150]],
    [999, [500, 1000]],
    [1500, [500, 1000, 1500]],
    [3_000_000, [1_000_000, 2_000_000, 3_000_000]],
  ])('puts round lines up to %d', (most, lines) => {
    expect(linesUpTo(most)).toEqual(lines);
  });

  it('always reaches the largest value with at most three lines', () => {
    const numbers = Array.from({ length: 700 }, (_, index) => 1 + index * 7);
    const wrong = numbers.filter((most) => {
      const lines = linesUpTo(most);
      const top = lines.at(-1) ?? 0;
      return lines.length > 3 || top < most || top > most * 2;
    });
    expect(wrong).toEqual([]);
  });
});

describe('weeks in words', () => {
  it('names the most severe first', () => {
    expect(weekText(WEEK)).toBe('Week from Nov 15: 1 critical, 1,200 low');
    expect(weekText({ ...WEEK, severities: {} })).toBe('Week from Nov 15: none');
  });

  it('names both ends', () => {
    expect(periodText(WEEK)).toBe('Nov 15 – 22');
  });

  it('adds weeks up', () => {
    const sum = sumOf([WEEK, { ...WEEK, severities: { LOW: '5', HIGH: '2' } }]);
    expect(sum).toMatchObject({ LOW: '1205', HIGH: '2', CRITICAL: '1', MEDIUM: '0' });
    expect(totalOf(sum)).toBe(1208);
  });
});
