import { expect, it } from 'vitest';
import fc from 'fast-check';
import { randomly } from '../../e2e/support/random.ts';
import { matchesPattern, typesOf } from './event-patterns.ts';

it('finds what a regular expression finds', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'b', '.', '*'), maxLength: 12 });
  const both = fc.property(text, text, (pattern, type) => {
    const expression = pattern.replace(/[.]/g, '\\.').replaceAll('*', '.*');
    expect(matchesPattern(pattern, type)).toBe(new RegExp(`^${expression}$`).test(type));
  });
  fc.assert(both, randomly(1_000));
});

it('takes no longer for a pattern that is made to take long', () => {
  expect(matchesPattern(`${'*a'.repeat(60)}b`, 'a'.repeat(128))).toBe(false);
});

it('says which types exist', () => {
  expect(typesOf('grove.iam.group.created.v1')).toEqual(['grove.iam.group.created.v1']);
  expect(typesOf('grove.iam.nothing.*')).toEqual([]);
  expect(typesOf('*').length).toBeGreaterThan(80);
});
