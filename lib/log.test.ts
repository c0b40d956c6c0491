import { afterEach, expect, it, vi } from 'vitest';
import { ApiError, tryAgain } from '#lib/aip/errors.ts';
import { OperatorError } from '#lib/operator-error.ts';
import { inTrace } from '#lib/tracing/current.ts';
import { logError, logInfo, logSeldom } from './log.ts';

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

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

it('writes an object a line if it should', () => {
  vi.stubEnv('GROVE_LOG_FORMAT', 'json');
  const errors = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  const lines = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  logError('a sync\nfailed', 'why', { requestId: 'r1' });
  logInfo('GET 200', { status: 200 });
  const time: unknown = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
  const written = [...errors.mock.calls, ...lines.mock.calls].map(([line]) => String(line));
  expect(written.map((line) => JSON.parse(line) as unknown)).toEqual([
    { time, level: 'error', message: 'a sync\nfailed', requestId: 'r1', error: 'why' },
    { time, level: 'info', message: 'GET 200', status: 200 },
  ]);
  expect(written.every((line) => line.indexOf('\n') === line.length - 1)).toBe(true);
});

it('has the stack of an error only where its message does not say all', () => {
  const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  const known = [
    tryAgain('UNAVAILABLE', 'the disk is full; ask the operator', 30),
    new OperatorError('set PORT'),
  ];
  for (const error of known) logError('not written', error);
  vi.stubEnv('GROVE_LOG_FORMAT', 'json');
  for (const error of known) logError('not written', error);
  vi.unstubAllEnvs();
  for (const error of [new ApiError('INTERNAL', 'x'), new TypeError('x')])
    logError('failed', error);
  const lines = write.mock.calls.map(([line]) => String(line));
  expect(lines.slice(0, 2)).toEqual([
    'not written: Unavailable: the disk is full; ask the operator\n',
    'not written: set PORT\n',
  ]);
  expect(lines.slice(2, 4).map((line) => JSON.parse(line) as unknown)).toMatchObject([
    { error: 'Unavailable: the disk is full; ask the operator' },
    { error: 'set PORT' },
  ]);
  for (const line of lines.slice(4)) expect(line).toContain('\n    at ');
});

it('repeats a line for what happens often after a minute only', () => {
  const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  const now = vi.spyOn(performance, 'now');
  for (const time of [100_000, 159_999, 160_000]) {
    now.mockReturnValue(time);
    logSeldom('often', time);
  }
  expect(write.mock.calls).toEqual([['often: 100000\n'], ['often: 160000\n']]);
});
