import fc from 'fast-check';
import { expect, it } from 'vitest';
import { looksLikeKey, newIdentityKey, parseIdentityKey } from './identity-key-text.ts';

it('is found again by its beginning and its hash', () => {
  const { text, keyId, hash } = newIdentityKey();
  expect(text).toMatch(/^grove_[0-9A-Za-z]{49}$/);
  expect(text.startsWith(keyId)).toBe(true);
  expect(parseIdentityKey(text)).toEqual({ keyId, hash });
  expect(hash).not.toContain(text.slice(20, 30));
});

it('is another one each time', () => {
  const keys = Array.from({ length: 1_000 }, newIdentityKey);
  expect(new Set(keys.map(({ keyId }) => keyId)).size).toBe(1_000);
});

it('is refused if a character is mistyped, before anybody looks for it', () => {
  const character = fc.constantFrom(...'0123456789ABCXYZabcxyz_-. ');
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 54 }), character, (at, other) => {
      const { text } = newIdentityKey();
      const mistyped = text.slice(0, at) + other + text.slice(at + 1);
      expect(parseIdentityKey(mistyped) === null).toBe(mistyped !== text);
    }),
  );
});

it('is told apart from the token of an issuer', () => {
  expect(looksLikeKey(newIdentityKey().text)).toBe(true);
  expect(looksLikeKey('eyJhbGciOiJFUzI1NiJ9.e30.x')).toBe(false);
  for (const text of ['', 'grove_', 'grove-inv-1.2']) expect(parseIdentityKey(text)).toBeNull();
});
