import { describe, expect, it } from 'vitest';
import {
  columnsOf,
  isSameLayout,
  layoutOf,
} from '#components/resource-table/saved-views/view-columns.ts';

const IDS = ['name', 'email', 'created'];

describe('the columns of a view', () => {
  it('are empty if the list has its default layout', () => {
    expect(columnsOf({}, IDS)).toEqual([]);
    expect(columnsOf({ seed: 'x', columnPinning: { start: ['name'], end: [] } }, IDS)).toEqual([]);
    expect(layoutOf([])).toEqual({});
  });

  it('restore the layout that they came from', () => {
    const layout = {
      columnOrder: ['name', 'created', 'email'],
      columnVisibility: { email: false },
      columnSizing: { created: 120.4 },
      columnPinning: { start: ['name', 'created'], end: [] },
    };
    const columns = columnsOf(layout, IDS);
    expect(columns).toEqual([
      { id: 'name', width: 0, hidden: false, pinned: false },
      { id: 'created', width: 120, hidden: false, pinned: true },
      { id: 'email', width: 0, hidden: true, pinned: false },
    ]);
    expect(isSameLayout(layoutOf(columns), layout, IDS)).toBe(true);
    expect(isSameLayout(layoutOf(columns), {}, IDS)).toBe(false);
  });
});
