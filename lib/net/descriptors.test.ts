import { afterEach, expect, it, vi } from 'vitest';
import { counts } from '#lib/counts.ts';
import { connectionsPossible, withoutDescriptor } from './descriptors.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

const LIMITS = `Limit                     Soft Limit           Hard Limit           Units
Max processes             96306                96306                processes
Max open files            1024                 1048576              files
`;

it('leaves descriptors for files and the database', () => {
  expect(connectionsPossible(LIMITS)).toBe(768);
  expect(connectionsPossible(LIMITS.replace('1024', '128'))).toBe(64);
  expect(connectionsPossible(LIMITS.replace('1024', '1'))).toBe(1);
});

it('knows no bound where there is none', () => {
  expect(connectionsPossible('')).toBe(Infinity);
  expect(connectionsPossible(LIMITS.replace('1024 ', 'unlimited '))).toBe(Infinity);
});

it('reads the limit of this process', () => {
  expect(connectionsPossible()).toBeGreaterThan(1);
});

it('logs and counts an error for want of a descriptor, and no other one', () => {
  const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  // Another test may have logged the same within this minute.
  vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 600_000);
  const before = counts.descriptorsMissing;
  const error = (code: string) => Object.assign(new Error(`${code}, open`), { code });
  expect(withoutDescriptor(error('ENOENT'))).toBeNull();
  expect(withoutDescriptor(error('EMFILE'))?.status).toBe('UNAVAILABLE');
  expect(withoutDescriptor(error('ENFILE'))?.status).toBe('UNAVAILABLE');
  expect(counts.descriptorsMissing - before).toBe(2);
  expect(write.mock.calls).toEqual([[expect.stringContaining('too many open files')]]);
});
