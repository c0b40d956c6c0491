import { expect, it, vi } from 'vitest';
import { perProcess } from './per-process.ts';

it('makes a value at its first use, and once for every copy of a module', async () => {
  const make = vi.fn(() => ['first']);
  const mine = perProcess('test', make);
  expect(make).not.toHaveBeenCalled();
  expect(mine.value).toEqual(['first']);
  vi.resetModules();
  const copy = await import('./per-process.ts');
  const other = copy.perProcess('test', () => ['second']);
  expect(other.value).toBe(mine.value);
  other.value = ['changed'];
  expect(mine.value).toEqual(['changed']);
  expect(mine.take()).toEqual(['changed']);
  expect(mine.take()).toBeUndefined();
  expect(other.value).toEqual(['second']);
  expect(make).toHaveBeenCalledTimes(1);
  mine.take();
});

it('is undefined where nothing makes a value', () => {
  const empty = perProcess<number>('test empty');
  expect(empty.value).toBeUndefined();
  empty.value = 1;
  expect(perProcess('test empty').take()).toBe(1);
});
