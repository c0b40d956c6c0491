import fc from 'fast-check';
import { expect, it } from 'vitest';
import { rangeToText, textToRange } from './ranges.ts';

it('writes and reads version range specifiers', () => {
  const text = 'vers:semver/>=0|<1.2.3|>=2.0.0|<=2.1%7Cx';
  const range = {
    type: 'SEMVER' as const,
    events: [
      { introduced: '0' },
      { fixed: '1.2.3' },
      { introduced: '2.0.0' },
      { last_affected: '2.1|x' },
    ],
    versions: [],
  };
  expect(rangeToText(range)).toBe(text);
  expect(textToRange(text)).toEqual(range);
});

it.each(['', '1.2.3', 'vers:', 'vers:deb/>=1', 'vers:semver/1.2', 'vers:semver/'])(
  'is not one: %j',
  (text) => {
    expect(textToRange(text)).toBeNull();
  },
);

const version = fc.string({ minLength: 1, unit: 'grapheme' });
const event = fc.oneof(
  fc.record({ introduced: version }),
  fc.record({ fixed: version }),
  fc.record({ last_affected: version }),
);

it('reads back whatever it wrote', () => {
  const range = fc.record({
    type: fc.constantFrom('SEMVER', 'ECOSYSTEM', 'GIT'),
    events: fc.array(event, { minLength: 1 }),
    versions: fc.array(version),
  });
  fc.assert(
    fc.property(range, (given) => {
      expect(textToRange(rangeToText(given))).toEqual(given);
    }),
  );
});
