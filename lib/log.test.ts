import { afterEach, expect, it, vi } from 'vitest';
import { inTrace } from '#lib/tracing/current.ts';
import { logError } from './log.ts';

afterEach(() => vi.restoreAllMocks());

it('says which trace an error is part of', async () => {
  const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  const trace = {
    traceId: '4bf92f3577b34da6a3ce929d0e0e4736',
    spanId: '00f067aa0ba902b7',
    flags: 1,
  };
  logError('a sync failed', 'why');
  await inTrace(trace, async () => {
    await Promise.resolve();
    logError('a sync failed', 'why');
  });
  expect(write.mock.calls.map(([line]) => line)).toEqual([
    "a sync failed: 'why'\n",
    "a sync failed (trace 4bf92f3577b34da6a3ce929d0e0e4736): 'why'\n",
  ]);
});
