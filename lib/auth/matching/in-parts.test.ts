import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { filterInParts } from './in-parts.ts';

beforeEach(() => vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => vi.useRealTimers());

/** Each item takes as long as a part may. */
function compare(
  names: readonly string[],
  done: string[],
  of: readonly string[],
): Promise<string[]> {
  const holds = (name: string) => {
    vi.advanceTimersByTime(4);
    done.push(name);
    return !name.includes('2');
  };
  return filterInParts(names, holds, of);
}

it('lets organizations take turns, however much one of them has to compare', async () => {
  const done: string[] = [];
  const many = ['a', 'b', 'c'].map((job) =>
    compare([`${job}1`, `${job}2`, `${job}3`], done, ['x']),
  );
  const few = compare(['y1', 'y2'], done, ['y']);
  expect(done).toEqual([]);
  expect(await few).toEqual(['y1']);
  expect(done.indexOf('y2')).toBeLessThanOrEqual(4);
  expect(await Promise.all(many)).toEqual([
    ['a1', 'a3'],
    ['b1', 'b3'],
    ['c1', 'c3'],
  ]);
});

it('takes the turn of the share in which the fewest wait', async () => {
  const done: string[] = [];
  const many = ['a', 'b', 'c'].map((job) => compare([`${job}1`, `${job}3`], done, ['flood']));
  await compare(['y1', 'y3'], done, ['flood', 'calm']);
  expect(done.indexOf('y3')).toBeLessThanOrEqual(4);
  await Promise.all(many);
});

it('lets others run between two parts', async () => {
  const done: string[] = [];
  const job = compare(['a', 'b', 'c'], done, ['x']);
  await new Promise((resolve) => setImmediate(resolve));
  await new Promise((resolve) => setImmediate(resolve));
  expect(done.length).toBeLessThan(3);
  await job;
  expect(done).toEqual(['a', 'b', 'c']);
});

it('needs no turn for nothing', async () => {
  expect(await filterInParts([], () => true, ['x'])).toEqual([]);
});
