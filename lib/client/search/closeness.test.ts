import fc from 'fast-check';
import { expect, it } from 'vitest';
import { byCloseness } from './closeness.ts';

const ranked = (text: string, names: readonly string[]) =>
  byCloseness(text, names, (name) => [name]);

it('puts the whole text first, then its beginning, then a word, then any part', () => {
  const names = ['advisories.viewer', 'overviewer', 'roles', 'Viewer', 'viewer of logs'];
  expect(ranked('viewer ', names)).toEqual([
    'Viewer',
    'viewer of logs',
    'advisories.viewer',
    'overviewer',
    'roles',
  ]);
});

it('takes the closest of the texts that a row is found by', () => {
  const rows = [
    { name: 'Ada', email: 'ann.ada@example.com' },
    { name: 'Bob', email: 'ada@example.com' },
  ];
  const byEmail = byCloseness('ada@', rows, ({ name, email }) => [name, email]);
  expect(byEmail.map(({ name }) => name)).toEqual(['Bob', 'Ada']);
});

it('loses no row, and keeps the order of those that are as close', () => {
  fc.assert(
    fc.property(fc.string(), fc.array(fc.string()), (text, names) => {
      expect(ranked(text, names).toSorted()).toEqual(names.toSorted());
      expect(ranked(text, ranked(text, names))).toEqual(ranked(text, names));
    }),
  );
  expect(ranked('a', ['xa', 'ya'])).toEqual(['xa', 'ya']);
});
