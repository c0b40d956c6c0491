/** The columns of a saved view as the layout of a table, and back: pure. */
import { completeOrder } from '#components/resource-table/columns/column-order.ts';
import type { TableLayout } from '#components/resource-table/columns/layouts.ts';
import type { SavedView } from '#lib/client/resources/wire.ts';

type ViewColumn = SavedView['columns'][number];

/** The layout that shows the columns; empty if the view has the list's default columns. */
export function layoutOf(columns: readonly ViewColumn[]): TableLayout {
  if (columns.length === 0) return {};
  const hidden = columns.filter((column) => column.hidden).map(({ id }) => [id, false]);
  const sized = columns.filter(({ width }) => width > 0).map(({ id, width }) => [id, width]);
  return {
    columnOrder: columns.map(({ id }) => id),
    columnVisibility: Object.fromEntries(hidden) as Record<string, boolean>,
    columnSizing: Object.fromEntries(sized) as Record<string, number>,
    columnPinning: { start: columns.filter(({ pinned }) => pinned).map(({ id }) => id), end: [] },
  };
}

/**
 * All columns in the form of a view; none if the layout is the list's default.
 *
 * @param ids the ids of the list's columns in their default order. The first one is always visible.
 */
export function columnsOf(layout: TableLayout, ids: readonly string[]): ViewColumn[] {
  const [first] = ids;
  const { columnOrder = [], columnVisibility = {}, columnSizing = {}, columnPinning } = layout;
  const columns = completeOrder(ids, columnOrder).map((id) => ({
    id,
    width: Math.round(columnSizing[id] ?? 0),
    hidden: columnVisibility[id] === false,
    pinned: id !== first && (columnPinning?.start.includes(id) ?? false),
  }));
  const isUntouched = columns.every(
    ({ id, width, hidden, pinned }, at) => id === ids[at] && width === 0 && !hidden && !pinned,
  );
  return isUntouched ? [] : columns;
}

/** Whether two layouts show the same columns in the same way. */
export const isSameLayout = (a: TableLayout, b: TableLayout, ids: readonly string[]): boolean =>
  JSON.stringify(columnsOf(a, ids)) === JSON.stringify(columnsOf(b, ids));
