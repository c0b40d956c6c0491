import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { mapInParts, partsOf } from './parts.ts';

beforeEach(() => vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => vi.useRealTimers());

it('lets others run between two parts, and keeps the order', async () => {
  let done = 0;
  const all = mapInParts([1, 2, 3], (one) => {
    // As long as a part may take.
    vi.advanceTimersByTime(4);
    done += 1;
    return one * 2;
  });
  const seen = [done];
  for (let turn = 0; turn < 2; turn += 1) {
    await new Promise(setImmediate);
    seen.push(done);
  }
  expect(seen).toEqual([1, 2, 3]);
  expect(await all).toEqual([2, 4, 6]);
});

it('cuts items into parts, between which others run', async () => {
  const seen: unknown[] = [];
  setImmediate(() => seen.push('other'));
  for await (const part of partsOf([1, 2, 3], 2)) seen.push(part);
  expect(seen).toEqual([[1, 2], 'other', [3]]);
  for await (const part of partsOf([], 2)) expect(part).toBe('there is none');
});
