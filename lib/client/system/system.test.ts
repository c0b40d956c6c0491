import { expect, it } from 'vitest';
import { isDiskLow, isLate } from './system.ts';

const NOW = Date.parse('2026-11-22T12:00:00Z');

it('a backup is late once two intervals are over', () => {
  const madeAt = (newestTime?: string) =>
    isLate(
      { interval: '3600s', running: false, failed: 0, ...(newestTime && { newestTime }) },
      NOW,
    );
  expect(madeAt('2026-11-22T10:00:00Z')).toBe(false);
  expect(madeAt('2026-11-22T09:59:59Z')).toBe(true);
  expect(madeAt()).toBe(false);
});

it('a disk is low with less than a tenth left', () => {
  expect(isDiskLow({ totalBytes: '1000', freeBytes: '100' })).toBe(false);
  expect(isDiskLow({ totalBytes: '1000', freeBytes: '99' })).toBe(true);
});
