import { expect, it } from 'vitest';
import { pageCache } from './connection.ts';

const MB = 1_024 * 1_024;

it.each([
  ['no limit', 0, 32_768],
  ['much memory', 1_024 * MB, 32_768],
  ['little memory', 384 * MB, 8_192],
])('takes memory for pages as a container with %s has it', (_name, limit, pages) => {
  expect(pageCache(32_768, limit)).toBe(pages);
});
