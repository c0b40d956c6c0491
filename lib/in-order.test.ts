import { expect, it } from 'vitest';
import { inOrder } from './in-order.ts';

it('returns all results', async () => {
  expect(await inOrder(Promise.resolve(1), 'a', null)).toEqual([1, 'a', null]);
});

it('throws what the first piece of work has thrown, after all have ended', async () => {
  const ended: string[] = [];
  const late = Promise.withResolvers<void>();
  const first = late.promise.then(() => {
    ended.push('first');
    throw new Error('first');
  });
  const second = Promise.reject(new Error('second'));
  const third = first.catch(() => ended.push('third'));
  const all = inOrder(first, second, third);
  late.resolve();
  await expect(all).rejects.toThrow('first');
  expect(ended).toEqual(['first', 'third']);
});
