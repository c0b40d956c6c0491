import { gunzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { compressed, keptResponse, type Kept } from './compression.ts';

it('compresses a text that does not change once in each encoding', async () => {
  const kept: Kept = { text: 'long '.repeat(1_000), encoded: new Map() };
  const ask = async (accept: string) => {
    const answer = keptResponse(kept, { 'content-type': 'application/json' });
    return Buffer.from(await (await compressed(answer, accept)).arrayBuffer());
  };
  const [first, second] = await Promise.all([ask('gzip'), ask('gzip')]);
  expect(second).toEqual(first);
  const encoded = await kept.encoded.get('gzip');
  expect(await ask('gzip')).toEqual(first);
  expect(await kept.encoded.get('gzip')).toBe(encoded);
  expect(String(gunzipSync(first))).toBe(kept.text);
  expect(await ask('br')).not.toEqual(first);
  expect(String(await ask('identity'))).toBe(kept.text);
  expect([...kept.encoded.keys()].sort()).toEqual(['br', 'gzip']);
});
