import { expect, it } from 'vitest';
import { arrangementOf } from '#components/resource-table/columns/arrangement.ts';

const COLUMNS = [
  { id: 'name' },
  { id: 'issuer', width: 100 },
  { id: 'who', width: '20%' },
  { id: 'seen', width: 40 },
] as const;

it('shows every column of the list in its own order', () => {
  expect(arrangementOf(COLUMNS, {}, 1)).toEqual({
    order: ['name', 'issuer', 'who', 'seen'],
    shown: ['name', 'issuer', 'who', 'seen'],
    pinned: ['name'],
    sizes: new Map([
      ['name', 200],
      ['issuer', 100],
      ['who', 144],
      ['seen', 72],
    ]),
    sized: [],
  });
});

it('keeps the name first, visible and pinned', () => {
  const columnVisibility = { name: false, issuer: false };
  const { order, shown, pinned } = arrangementOf(
    COLUMNS,
    { columnVisibility, columnOrder: ['name', 'seen', 'issuer', 'who'] },
    1,
  );
  expect(order).toEqual(['name', 'seen', 'issuer', 'who']);
  expect(shown).toEqual(['name', 'seen', 'who']);
  expect(pinned).toEqual(['name']);
});

it('has pinned columns first, and none that the list no longer has', () => {
  const columnPinning = { start: ['name', 'seen', 'gone'], end: [] };
  const { shown, pinned } = arrangementOf(COLUMNS, { columnPinning }, 1);
  expect(shown).toEqual(['name', 'seen', 'issuer', 'who']);
  expect(pinned).toEqual(['name', 'seen']);
});

it('has chosen widths within their limits, and all of them grow with the letters', () => {
  const layout = { columnSizing: { issuer: 10, seen: 5000, who: 300 } };
  const { sizes, sized } = arrangementOf(COLUMNS, layout, 2);
  expect([...sizes.values()]).toEqual([400, 144, 600, 1920]);
  expect(sized).toEqual(['issuer', 'seen', 'who']);
});
