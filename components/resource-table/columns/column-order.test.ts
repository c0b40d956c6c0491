import fc from 'fast-check';
import { expect, test } from 'vitest';
import { completeOrder, moved } from '#components/resource-table/columns/column-order.ts';

const ids = fc.uniqueArray(fc.stringMatching(/^[a-z]{1,3}$/), { minLength: 2, maxLength: 8 });

test('a column that the chosen order does not know comes after its neighbour', () => {
  expect(completeOrder(['name', 'in', 'a', 'b'], ['name', 'b', 'a'])).toEqual([
    'name',
    'in',
    'b',
    'a',
  ]);
  expect(completeOrder(['name', 'a', 'b'], ['name', 'gone', 'b', 'a'])).toEqual(['name', 'b', 'a']);
  expect(completeOrder(['name', 'a'], [])).toEqual(['name', 'a']);
});

test('an order has each column once, whatever was chosen before', () => {
  fc.assert(
    fc.property(ids, ids, (present, chosen) => {
      expect(completeOrder(present, chosen).sort()).toEqual([...present].sort());
    }),
  );
});

test('a column takes the place of another, in both directions', () => {
  const order = ['name', 'a', 'b', 'c'];
  expect(moved(order, 'a', 'c')).toEqual(['name', 'b', 'c', 'a']);
  expect(moved(order, 'c', 'a')).toEqual(['name', 'c', 'a', 'b']);
});

test('the first column stays', () => {
  fc.assert(
    fc.property(ids, fc.nat(7), fc.nat(7), (order, from, to) => {
      const next = moved(order, order[from] ?? 'gone', order[to] ?? 'gone');
      expect(next[0]).toBe(order[0]);
      expect([...next].sort()).toEqual([...order].sort());
    }),
  );
});
