import { expect, it } from 'vitest';
import { AccessCache } from './access-cache.ts';

/** Work that ends by hand. */
function newWork() {
  const runs: PromiseWithResolvers<string>[] = [];
  const work = () => {
    const run = Promise.withResolvers<string>();
    runs.push(run);
    return run.promise;
  };
  return { runs, work };
}

it('shares the work of those who ask at the same revision', async () => {
  const cache = new AccessCache<string>();
  const { runs, work } = newWork();
  const asked = [
    cache.lookUp('a', work, '1'),
    cache.lookUp('a', work, '1'),
    cache.lookUp('b', work, '1'),
  ];
  expect(runs).toHaveLength(2);
  runs[0]?.resolve('of a');
  runs[1]?.resolve('of b');
  expect(await Promise.all(asked)).toEqual(['of a', 'of a', 'of b']);
  expect([await cache.find('a', '1'), await cache.find('b', '1')]).toEqual(['of a', 'of b']);
});

it('begins again for those who ask after a change, and keeps only what they get', async () => {
  const cache = new AccessCache<string>();
  const { runs, work } = newWork();
  const before = cache.lookUp('a', work, '1');
  const after = cache.lookUp('a', work, '2');
  const joined = cache.lookUp('a', work, '2');
  expect(runs).toHaveLength(2);
  runs[0]?.resolve('old');
  expect(await before).toBe('old');
  expect(runs).toHaveLength(2);
  runs[1]?.resolve('new');
  expect(await Promise.all([after, joined])).toEqual(['new', 'new']);
  expect(await cache.find('a', '2')).toBe('new');
});

it('keeps nothing of work that fails', async () => {
  const cache = new AccessCache<string>();
  const { runs, work } = newWork();
  const failed = Promise.allSettled([cache.lookUp('a', work, '1'), cache.lookUp('a', work, '1')]);
  runs[0]?.reject(new Error('no'));
  expect((await failed).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  const again = cache.lookUp('a', work, '1');
  runs[1]?.resolve('yes');
  expect(await again).toBe('yes');
});
