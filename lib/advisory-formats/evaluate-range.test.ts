import fc from 'fast-check';
import { expect, it } from 'vitest';
import { evaluated, outsideOf } from './evaluate-range.ts';
import { rangeToText, type RangeEvent } from './ranges.ts';

const text = (events: RangeEvent[], end?: string) =>
  rangeToText({
    type: 'ECOSYSTEM',
    events: evaluated(events, 'Alpine:v3.20', end),
    versions: [],
  });

it.each<[string, RangeEvent[], string]>([
  ['a fix below the beginning', [{ introduced: '5.28' }, { fixed: '5.26' }], '>=5.28'],
  [
    'a fix of another branch',
    [{ introduced: '6.13' }, { fixed: '6.12' }, { fixed: '6.16' }],
    '>=6.13|<6.16',
  ],
  ['two fixes', [{ introduced: '0' }, { fixed: '2.0' }, { fixed: '1.0' }], '>=0|<1.0'],
  [
    'two beginnings',
    [{ introduced: '1.0' }, { introduced: '2.0' }, { fixed: '3.0' }],
    '>=1.0|<3.0',
  ],
  [
    'two branches',
    [{ introduced: '1.5' }, { fixed: '2.0' }, { introduced: '0' }, { fixed: '1.0' }],
    '>=0|<1.0|>=1.5|<2.0',
  ],
  [
    'an interval that begins where another one ends',
    [{ introduced: '1.0' }, { fixed: '2.0' }, { introduced: '2.0' }, { fixed: '2.5' }],
    '>=1.0|<2.5',
  ],
  [
    'the same, in another order of the record',
    [{ introduced: '1.0' }, { introduced: '2.0' }, { fixed: '2.0' }, { fixed: '2.5' }],
    '>=1.0|<2.0',
  ],
  [
    'a fix of the last affected version',
    [{ introduced: '1.0' }, { last_affected: '2.0' }, { fixed: '2.0' }],
    '>=1.0|<2.0',
  ],
  ['one version', [{ introduced: '1.0' }, { last_affected: '1.0' }], '1.0'],
  [
    'two last versions',
    [{ introduced: '0' }, { last_affected: '1.0' }, { last_affected: '2.0' }],
    '>=0|<=1.0',
  ],
])('of %s', (_name, events, expected) => {
  expect(text(events)).toBe(`vers:generic/${expected}`);
});

it('contains nothing between a version and itself', () => {
  expect(text([{ introduced: '1.0' }, { fixed: '1.0' }])).toBe('vers:none/*');
});

it('ends at the limit', () => {
  expect(text([{ introduced: '1.0' }], '2.0')).toBe('vers:generic/>=1.0|<2.0');
  expect(text([{ introduced: '1.0' }, { fixed: '3.0' }], '2.0')).toBe('vers:generic/>=1.0|<2.0');
  expect(text([{ introduced: '3.0' }], '2.0')).toBe('vers:none/*');
});

/** Written from the specification, with none of the code above. */
function isAffected(version: number, events: RangeEvent[]): boolean {
  const at = (event: RangeEvent) => Number(Object.values(event)[0]);
  let is = false;
  for (const event of events.toSorted((a, b) => at(a) - at(b))) {
    if (event.introduced !== undefined && version >= at(event)) is = true;
    else if (event.fixed !== undefined && version >= at(event)) is = false;
    else if (event.last_affected !== undefined && version > at(event)) is = false;
  }
  return is;
}

const someEvents = fc.array(
  fc
    .tuple(fc.constantFrom('introduced', 'fixed', 'last_affected'), fc.nat(9))
    .map(([kind, version]): RangeEvent => ({ [kind]: String(version) })),
  { maxLength: 7 },
);

it('comes to limits in turns, which say the same of each version', () => {
  fc.assert(
    fc.property(someEvents, (events) => {
      const limits = evaluated(events, 'Alpine');
      const kinds = limits.map(({ introduced }) => introduced !== undefined);
      expect(kinds).toEqual(limits.map((_, index) => index % 2 === 0));
      for (let version = 0; version < 11; version += 1) {
        const is = isAffected(version, events);
        expect([version, isAffected(version, limits)]).toEqual([version, is]);
      }
    }),
  );
});

it('leaves out the versions that OSV says of all of several ranges, whatever the events are', () => {
  fc.assert(
    fc.property(fc.array(someEvents, { maxLength: 4 }), (ranges) => {
      const versions = Array.from({ length: 11 }, (_, version) => String(version)).toReversed();
      const limits = ranges.map((events) => evaluated(events, 'Alpine'));
      expect(outsideOf(versions, limits, 'Alpine')).toEqual(
        versions.filter((version) => !ranges.some((one) => isAffected(Number(version), one))),
      );
    }),
  );
});
