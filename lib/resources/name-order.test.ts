import fc from 'fast-check';
import { expect, it } from 'vitest';
import { randomly } from '../../e2e/support/random.ts';
import { nameOrder } from './name-order.ts';

const unicode = fc.string({ unit: 'binary', maxLength: 100 });
const bytesOf = (text: string) => Buffer.from(nameOrder(text));
const ordered = (names: readonly string[]) =>
  names.toSorted((a, b) => Buffer.compare(bytesOf(a), bytesOf(b)));

it.each([
  [['alice', 'Bob', 'émile', 'Frank', 'Zoe']],
  [['ana', 'Ana-Maria', 'anb']],
  [['al', 'al ice', 'al-ice', 'alice']],
  [['Strasse', 'Straße', 'strasse', 'Stratford']],
  [['ﬁle', 'fim']],
  [['ızmir', 'İzmis']],
])('orders %j', (names) => {
  expect(ordered(names.toReversed())).toEqual(names);
});

it('orders names that are alike by their characters', () => {
  expect(ordered(['émile', 'Emile', 'emile', 'Émile'])).toEqual([
    'Emile',
    'emile',
    'Émile',
    'émile',
  ]);
});

it('has a text for each name, which an index has room for', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 2_000 }), (name) => {
      expect(nameOrder(name).isWellFormed()).toBe(true);
      expect(bytesOf(name).length).toBeLessThan(1_600);
      expect(nameOrder(name)).not.toBe('');
    }),
    randomly(300),
  );
});

it('tells all names apart', () => {
  fc.assert(
    fc.property(unicode, unicode, (a, b) => {
      expect(nameOrder(a) === nameOrder(b)).toBe(a === b);
    }),
    randomly(300),
  );
});
