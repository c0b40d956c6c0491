import { PassThrough } from 'node:stream';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { limitArrival } from './limits.ts';

beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => vi.useRealTimers());

test('a stream that does not end in time is cut', () => {
  const cut = vi.fn<() => void>();
  limitArrival(new PassThrough(), 1_000, cut);
  vi.advanceTimersByTime(999);
  expect(cut).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(cut).toHaveBeenCalledOnce();
});

test.each(['end', 'close'])('a stream is left alone after its %s', (event) => {
  const cut = vi.fn<() => void>();
  const stream = new PassThrough();
  limitArrival(stream, 1_000, cut);
  stream.emit(event);
  vi.advanceTimersByTime(5_000);
  expect(cut).not.toHaveBeenCalled();
});
