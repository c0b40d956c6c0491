import { expect, it } from 'vitest';
import { ClientSemaphore } from './client-semaphore.ts';

it('has so many places, and so many for each client', () => {
  const places = new ClientSemaphore(3, 2);
  const leave = places.take('a');
  expect([places.take('a'), places.take('a')].map((place) => place === null)).toEqual([
    false,
    true,
  ]);
  expect(places.take('b')).not.toBeNull();
  expect(places.take('c')).toBeNull();
  leave?.();
  leave?.();
  expect(places.take('c')).not.toBeNull();
  expect(places.take('d')).toBeNull();
});

it('gives a proxy all that there is', () => {
  const places = new ClientSemaphore(3, 1);
  const taken = [1, 2, 3, 4].map(() => places.take(null));
  expect(taken.map((place) => place === null)).toEqual([false, false, false, true]);
});
