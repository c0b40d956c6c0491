import { expect, it } from 'vitest';
import { countReadBack } from './test-zip.ts';

// An archive of more files than 16 bits can count has another format.
it('is read back: 65,600 files', async () => {
  expect(await countReadBack(65_600)).toBe(65_600);
});
