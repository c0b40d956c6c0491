import { expect, it } from 'vitest';
import { boundedQueue } from './passwords.ts';

it('does so many things at a time, lets so many wait, and turns the rest away', async () => {
  const inTurn = boundedQueue(2, 3);
  const ends: (() => void)[] = [];
  let most = 0;
  let now = 0;
  const work = async () => {
    most = Math.max(most, (now += 1));
    await new Promise<void>((resolve) => ends.push(resolve));
    now -= 1;
    return 'done';
  };
  const all = Array.from({ length: 7 }, () => inTurn(work));
  const outcomes = Promise.allSettled(all);
  await expect(all[5]).rejects.toMatchObject({
    status: 'UNAVAILABLE',
    headers: { 'retry-after': '5' },
  });
  while (ends.length > 0) {
    ends.shift()?.();
    await new Promise((resolve) => setImmediate(resolve));
  }
  const statuses = (await outcomes).map(({ status }) => status);
  expect(statuses).toEqual([...Array<string>(5).fill('fulfilled'), 'rejected', 'rejected']);
  expect(most).toBe(2);
});

it('gives a place back where the work fails', async () => {
  const inTurn = boundedQueue(1, 0);
  await expect(inTurn(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  expect(await inTurn(() => Promise.resolve(1))).toBe(1);
});
