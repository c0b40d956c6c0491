import { gunzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { compressedOnce, type Kept } from './compression.ts';

it('compresses a text that does not change once in each encoding', async () => {
  const kept: Kept = { text: 'long '.repeat(1_000), encoded: new Map() };
  const ask = async (accept: string) => (await compressedOnce(kept, {}, accept)).body;
  const [first, second] = await Promise.all([ask('gzip'), ask('gzip')]);
  expect(second).toBe(first);
  expect(await ask('gzip')).toBe(first);
  expect(String(gunzipSync(first))).toBe(kept.text);
  expect(await ask('br')).not.toEqual(first);
  expect(await ask('identity')).toBe(kept.text);
  expect([...kept.encoded.keys()].sort()).toEqual(['br', 'gzip']);
});
