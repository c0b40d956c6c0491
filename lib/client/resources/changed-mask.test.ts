import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { changedMask, conflicts, pickMask, valueAt, withValueAt } from './changed-mask.ts';

describe('changedMask', () => {
  test('names just the fields that differ', () => {
    const base = { name: 'a', description: 'x' };
    expect(changedMask(base, { ...base })).toEqual([]);
    expect(changedMask(base, { name: 'a', description: 'y' })).toEqual(['description']);
  });

  test('looks into objects, takes lists whole', () => {
    const base = { claimMatch: { issuer: 'i', subject: 's' }, scopes: ['a', 'b'] };
    const values = { claimMatch: { issuer: 'i', subject: 't' }, scopes: ['b', 'a'] };
    expect(changedMask(base, values)).toEqual(['claimMatch.subject', 'scopes']);
    expect(changedMask(base, structuredClone(base))).toEqual([]);
  });

  test('names what is new, what is gone, and what changed its kind', () => {
    expect(changedMask({ a: 1 }, { b: 2 })).toEqual(['a', 'b']);
    expect(changedMask({ a: { b: 1 } }, { a: 'text' })).toEqual(['a']);
    expect(changedMask({ a: null }, { a: { b: 1 } })).toEqual(['a']);
  });

  test('applying what it names to the base gives the values', () => {
    const values = fc.dictionary(
      fc.constantFrom('a', 'b', 'c'),
      fc.oneof(
        fc.string(),
        fc.array(fc.integer()),
        fc.dictionary(fc.constantFrom('x', 'y'), fc.nat()),
      ),
    );
    fc.assert(
      fc.property(values, values, (base, next) => {
        const applied = changedMask(base, next).reduce<object>(
          (all, path) => withValueAt(all, path, valueAt(next, path)),
          base,
        );
        expect(changedMask(applied, next)).toEqual([]);
      }),
    );
  });
});

test('pickMask leaves out all that the mask does not name, and what is gone', () => {
  const values = { name: 'a', description: 'b', claimMatch: { issuer: 'i', subject: 's' } };
  expect(pickMask(values, ['description'])).toEqual({ description: 'b' });
  expect(pickMask(values, ['claimMatch.subject', 'claimMatch.audience'])).toEqual({
    claimMatch: { subject: 's' },
  });
});

test('conflicts are the fields that both changed, each to something else', () => {
  const base = { name: 'a', description: 'b', limit: 1 };
  const mine = { name: 'mine', description: 'mine', limit: 2 };
  const theirs = { name: 'a', description: 'theirs', limit: 2 };
  expect(conflicts(base, mine, theirs)).toEqual(['description']);
});

test('withValueAt copies, and makes the objects that are missing', () => {
  const base = { a: { b: 1 } };
  expect(withValueAt(base, 'a.b', 2)).toEqual({ a: { b: 2 } });
  expect(base).toEqual({ a: { b: 1 } });
  expect(withValueAt<object>({}, 'a.b', 2)).toEqual({ a: { b: 2 } });
});
