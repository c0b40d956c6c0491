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

it.each(['', '1.2.3', 'vers:', 'vers:deb/>=1', 'vers:semver/>1', 'vers:semver/'])(
  'is not one: %j',
  (text) => {
    expect(textToRange(text)).toBeNull();
  },
);

it.each([
  ['vers:generic/1.2', { type: 'ECOSYSTEM', events: [], versions: ['1.2'] }],
  ['vers:generic/=1.2', { type: 'ECOSYSTEM', events: [], versions: ['1.2'] }],
  ['vers:none/*', { type: 'ECOSYSTEM', events: [], versions: [] }],
])('reads %s', (text, range) => {
  expect(textToRange(text)).toEqual(range);
});

it('reads back the versions that it wrote, whatever characters they have', () => {
  const version = fc.string({ minLength: 1, unit: 'grapheme' });
  const range = fc.record({
    type: fc.constantFrom('SEMVER' as const, 'ECOSYSTEM' as const, 'GIT' as const),
    events: fc.tuple(version, version).map(([introduced, fixed]) => [{ introduced }, { fixed }]),
    versions: fc.uniqueArray(version),
  });
  fc.assert(
    fc.property(range, (given) => {
      fc.pre(given.events[0]?.introduced !== given.events[1]?.fixed);
      expect(textToRange(rangeToText(given))).toEqual(given);
    }),
  );
});
