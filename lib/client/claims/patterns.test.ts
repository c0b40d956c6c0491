import fc from 'fast-check';
import { expect, it } from 'vitest';
import { matchesWhole } from '#lib/auth/matching/patterns.ts';
import { literalOf, patternOf } from '#lib/client/claims/patterns.ts';

it('makes a pattern that matches the text and nothing else, and takes it back', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (text, other) => {
      expect(matchesWhole(patternOf(text), text)).toBe(true);
      expect(matchesWhole(patternOf(text), other)).toBe(text === other);
      expect(literalOf(patternOf(text))).toBe(text);
    }),
  );
});

it('leaves a pattern alone that stands for more than one text', () => {
  expect(literalOf('repo:.*')).toBe('repo:.*');
  expect(literalOf('\\d')).toBe('\\d');
});
