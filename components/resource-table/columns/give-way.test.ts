import { expect, it } from 'vitest';
import { fittingColumns } from '#components/resource-table/columns/give-way.ts';

const COLUMNS = [
  { id: 'name' },
  { id: 'issuer' },
  { id: 'who', isFact: true },
  { id: 'seen', isFact: true },
  { id: 'updated' },
];

const keptAt = (room: number) =>
  fittingColumns(COLUMNS, () => 100, room)
    .map(({ id }) => id)
    .join(' ');

it('leaves out the last columns first, and what a phone shows after all others', () => {
  expect(keptAt(500)).toBe('name issuer who seen updated');
  expect(keptAt(499)).toBe('name issuer who seen');
  expect(keptAt(399)).toBe('name who seen');
  expect(keptAt(299)).toBe('name who');
});

it('keeps the name and one more, however narrow it is', () => {
  expect(keptAt(0)).toBe('name who');
  expect(fittingColumns(COLUMNS.slice(0, 1), () => 100, 0)).toHaveLength(1);
});
