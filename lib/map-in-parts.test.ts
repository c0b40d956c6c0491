import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { mapInParts } from './map-in-parts.ts';

beforeEach(() => vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => vi.useRealTimers());

it('lets others run between two parts, and keeps the order', async () => {
  const done: number[] = [];
  const all = mapInParts([1, 2, 3], (one) => {
    // As long as a part may take.
    vi.advanceTimersByTime(4);
    done.push(one);
    return one * 2;
  });
  const seen: number[] = [];
  while (done.length < 3) {
    seen.push(done.length);
    await new Promise(setImmediate);
  }
  expect(seen).toEqual([1, 2]);
  expect(await all).toEqual([2, 4, 6]);
});
