import { describe, expect, it } from 'vitest';
import { patiently, retryAfterMs } from './retry.ts';

const now = Date.UTC(2026, 0, 1);

describe('retryAfterMs', () => {
  it.each([
    [undefined, null],
    ['0', 0],
    ['120', 120_000],
    ['Thu, 01 Jan 2026 00:00:30 GMT', 30_000],
    ['Wed, 31 Dec 2025 00:00:00 GMT', 0],
    ['soon', null],
  ])('%j', (header, ms) => expect(retryAfterMs(header, now)).toBe(ms));
});

describe('patiently', () => {
  const open = new AbortController().signal;

  it('gives up after five times, with the last problem', async () => {
    let times = 0;
    const attempt = async () => ({ problem: `no ${(times += 1)}`, waitMs: 1 });
    await expect(patiently(attempt, open)).rejects.toMatchObject({
      problem: 'UNAVAILABLE',
      message: 'no 5',
    });
  });

  it('does not wait for longer than a minute', async () => {
    const attempt = async () => ({ problem: 'it is busy', waitMs: 61_000 });
    await expect(patiently(attempt, open)).rejects.toThrow('it is busy, and asks to wait 61 s');
  });

  it('tries once more after an attempt that reached its deadline', async () => {
    let times = 0;
    const attempt = async () => ({ problem: `no ${(times += 1)}`, waitMs: 1, isSlow: true });
    await expect(patiently(attempt, open)).rejects.toThrow('no 2');
  });

  it('says that the registry as a whole is not to be read where the caller is limited', async () => {
    const attempt = async () => ({ problem: 'too many', waitMs: 61_000, isWhole: true });
    await expect(patiently(attempt, open)).rejects.toMatchObject({ problem: 'DOWN' });
  });

  it('waits no more once the signal is aborted, and fails with its reason', async () => {
    const stop = new AbortController();
    const waiting = patiently(async () => ({ problem: 'x', waitMs: 50_000 }), stop.signal);
    stop.abort(new Error('stopped'));
    await expect(waiting).rejects.toThrow('stopped');
  });
});
