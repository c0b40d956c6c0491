import { expect, it } from 'vitest';
import { sameText } from './signatures.ts';

it('compares whole texts', () => {
  const text = 'a'.repeat(43);
  expect(sameText(text, text)).toBe(true);
  expect(sameText(text, `${text.slice(1)}b`)).toBe(false);
  expect(sameText('', text)).toBe(false);
  expect(sameText(text.slice(2), text)).toBe(false);
});
