import { expect, it } from 'vitest';
import { Semaphore } from './semaphore.ts';

/** Takes a place for each owner, and notes who has one. */
function ask(places: Semaphore, owners: readonly string[]) {
  const begun: string[] = [];
  const ends = owners.map(async (owner, at) => {
    const end = await places.take(owner);
    begun.push(`${owner}${at}`);
    return end;
  });
  return { begun, end: async (at: number) => (await ends[at])?.() };
}

const settled = () => new Promise(setImmediate);

it('gives places in turn', async () => {
  const { begun, end } = ask(new Semaphore(1), ['a', 'b', 'a']);
  await end(0);
  await end(1);
  await settled();
  expect(begun).toEqual(['a0', 'b1', 'a2']);
});

it('leaves places to others, however many one owner asks for', async () => {
  const places = new Semaphore(3, 2);
  const { begun, end } = ask(places, ['a', 'a', 'a', 'a', 'b', 'c']);
  await settled();
  expect(begun).toEqual(['a0', 'a1', 'b4']);
  await end(4);
  await settled();
  expect(begun.at(-1)).toBe('c5');
  await end(0);
  await settled();
  expect(begun.at(-1)).toBe('a2');
  expect(places.waiting).toBe(1);
});

it('lets nobody overtake who waits for several places, and goes on without them', async () => {
  const places = new Semaphore(2, 1);
  const end = await places.take('a');
  const left = new AbortController();
  const all = places.take(null, left.signal, 2);
  expect(places.tryTake('b')).toBeNull();
  const [both, after] = [places.take(null, undefined, 2), places.take('b')];
  left.abort(new Error('left'));
  await expect(all).rejects.toThrow('left');
  end();
  (await both)();
  (await after)();
  expect(places.tryTake(null, 2)).not.toBeNull();
});

it('lets nobody wait whose signal is aborted, and gives the place to the next one', async () => {
  const places = new Semaphore(1);
  const end = await places.take('a');
  const gone = new AbortController();
  const late = places.take('b', gone.signal);
  const next = places.take('b');
  expect(places.waiting).toBe(2);
  gone.abort(new Error('gone'));
  await expect(late).rejects.toThrow('gone');
  expect(places.waiting).toBe(1);
  const later = places.take('b', gone.signal);
  expect(places.waiting).toBe(1);
  await expect(later).rejects.toThrow('gone');
  end();
  (await next)();
  expect(places.isTaken).toBe(false);
});

it('refuses all who wait, and nobody who asks later', async () => {
  const places = new Semaphore(1);
  const end = await places.take();
  const waiting = [places.take('a'), places.take('b')];
  places.refuseWaiting(new Error('away'));
  for (const one of waiting) await expect(one).rejects.toThrow('away');
  const later = places.take('a');
  end();
  (await later)();
});

it('has so many places, and so many for each client', () => {
  const places = new Semaphore(3, 2);
  const leave = places.tryTake('a');
  expect([places.tryTake('a'), places.tryTake('a')].map((place) => place === null)).toEqual([
    false,
    true,
  ]);
  expect(places.tryTake('b')).not.toBeNull();
  expect(places.tryTake('c')).toBeNull();
  leave?.();
  leave?.();
  expect(places.tryTake('c')).not.toBeNull();
  expect(places.tryTake('d')).toBeNull();
});

it('gives a proxy all that there is', () => {
  const places = new Semaphore(3, 1);
  const taken = [1, 2, 3, 4].map(() => places.tryTake(null));
  expect(taken.map((place) => place === null)).toEqual([false, false, false, true]);
});
