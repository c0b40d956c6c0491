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

it('forgets whoever no longer waits', async () => {
  const places = new Semaphore(1);
  const end = await places.take('a');
  const gone = new AbortController();
  const left = places.take('b', gone.signal);
  const next = places.take('c', gone.signal);
  end();
  await left;
  gone.abort(new Error('gone'));
  await expect(next).rejects.toThrow('gone');
  expect(places.waiting).toBe(0);
  (await left)();
  expect(places.isTaken).toBe(false);
});
