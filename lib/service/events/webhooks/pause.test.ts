import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { pausedAfterFault } from './pause.ts';

beforeEach(() => {
  vi.spyOn(process.stderr, 'write').mockReturnValue(true);
});
afterEach(() => vi.restoreAllMocks());

const settled = () => new Promise(setImmediate);

it('ends with work that succeeds, and later than work that fails, unless it is stopped', async () => {
  const stop = new AbortController();
  await pausedAfterFault(Promise.resolve(), stop.signal);
  let isOver = false;
  const failed = pausedAfterFault(Promise.reject(new Error('full')), stop.signal).then(() => {
    isOver = true;
  });
  await settled();
  expect(isOver).toBe(false);
  stop.abort();
  await failed;
  expect(isOver).toBe(true);
});
