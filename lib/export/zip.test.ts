import { expect, it } from 'vitest';
import { countReadBack } from './test-zip.ts';

it.each([0, 3])('is read back: %j files', async (count) => {
  expect(await countReadBack(count)).toBe(count);
});
