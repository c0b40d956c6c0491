import { expect, it } from 'vitest';
import { createHash } from 'node:crypto';
import { bounded, sizeOf } from './states.ts';

it('keeps what is small enough', () => {
  const state = { name: 'a', text: 'x'.repeat(400) };
  expect(bounded(state, 1_000)).toBe(state);
  expect(bounded(null, 0)).toBeNull();
});

it('names the largest values by size and hash, and keeps the others', () => {
  const [text, list] = ['ä'.repeat(2_000), Array.from({ length: 500 }, (_, index) => index)];
  const json = JSON.stringify(text);
  const hash = createHash('sha256').update(json).digest('hex');
  const short = bounded({ name: 'a', text, list }, 3_000);
  expect(short).toEqual({
    name: 'a',
    text: `left out: ${Buffer.byteLength(json)} bytes of JSON, SHA-256 ${hash}`,
    list,
  });
  const shorter = bounded({ name: 'a', text, list }, 512);
  expect(shorter).toMatchObject({ name: 'a', list: expect.stringContaining('left out') as string });
  expect(sizeOf(shorter)).toBeLessThanOrEqual(512);
});
