import { expect, test } from 'vitest';
import { sortingOf, withSorting } from '#components/resource-table/state/table-state.ts';
import { readListState } from '#lib/client/lists/list-state.ts';

const COLUMNS = [
  { id: 'title', order: 'name' },
  { id: 'uid' },
  { id: 'made', order: 'created_at' },
];
const DEFAULTS = { orders: ['name', 'created_at'], orderBy: 'name' };
const read = (search: string) => readListState(new URLSearchParams(search), DEFAULTS);

test('the order in the address is that of the column with its field', () => {
  expect(sortingOf(read(''), COLUMNS)).toEqual([{ id: 'title', desc: false }]);
  expect(sortingOf(read('order_by=created_at desc'), COLUMNS)).toEqual([
    { id: 'made', desc: true },
  ]);
  expect(sortingOf({ ...read(''), orderBy: '' }, COLUMNS)).toEqual([]);
});

test('ordering by a column starts at its first page', () => {
  const deep = read('skip=100');
  expect(withSorting(deep, COLUMNS, [{ id: 'made', desc: false }])).toMatchObject({
    orderBy: 'created_at',
    skip: 0,
  });
  expect(withSorting(deep, COLUMNS, [{ id: 'title', desc: true }]).orderBy).toBe('name desc');
  expect(withSorting(deep, COLUMNS, [{ id: 'uid', desc: true }])).toBe(deep);
});
