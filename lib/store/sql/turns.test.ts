import { expect, it } from 'vitest';
import { Turns } from './turns.ts';

const TIMEOUT_MS = 60_000;
const late = () => new Error('late');

it('gives turns in the order in which they were asked for', async () => {
  const turns = new Turns();
  const order: number[] = [];
  const take = async (number: number) => {
    const end = await turns.take(TIMEOUT_MS, late);
    order.push(number);
    end();
  };
  await Promise.all([1, 2, 3].map(take));
  expect(order).toEqual([1, 2, 3]);
});

it('refuses all who wait where the one before could not begin, and nobody who asks later', async () => {
  const turns = new Turns();
  const end = await turns.take(TIMEOUT_MS, late);
  const waiting = [turns.take(TIMEOUT_MS, late), turns.take(TIMEOUT_MS, late)];
  turns.refuseWaiting(() => new Error('away'));
  for (const one of waiting) await expect(one).rejects.toThrow('away');
  const later = turns.take(TIMEOUT_MS, late);
  end();
  (await later)();
});
