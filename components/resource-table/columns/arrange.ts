/** Ways to move and pin the columns of a table. */
import { moved } from '#components/resource-table/columns/column-order.ts';
import type { ResourceColumn } from '#components/resource-table/columns/columns.ts';
import type { TableModel } from '#components/resource-table/state/use-table.ts';

/** Puts a column at the place of another. As many columns stay pinned as before. */
export function moveColumn<Row extends object>(
  table: TableModel<Row>,
  shown: readonly ResourceColumn<Row>[],
  id: string,
  to: string,
): void {
  const order = moved(
    shown.map((column) => column.id),
    id,
    to,
  );
  const pinned = pinnedCount(table, shown);
  // Hidden columns keep their places at the end.
  const hidden = table.state.columnOrder.filter((other) => !order.includes(other));
  table.setColumnOrder([...order, ...hidden]);
  table.setColumnPinning({ start: order.slice(0, pinned), end: [] });
}

/** The number of pinned columns, which are the first ones. */
export function pinnedCount<Row extends object>(
  table: TableModel<Row>,
  shown: readonly ResourceColumn<Row>[],
): number {
  return shown.filter(({ id }) => table.state.columnPinning.start.includes(id)).length;
}

/** Pins this number of first columns. */
export function pinFirst<Row extends object>(
  table: TableModel<Row>,
  shown: readonly ResourceColumn<Row>[],
  count: number,
): void {
  const ids = shown.map(({ id }) => id);
  const hidden = table.state.columnOrder.filter((other) => !ids.includes(other));
  // Pinned columns come first whatever the order says, so the order has to agree once they are free.
  table.setColumnOrder([...ids, ...hidden]);
  table.setColumnPinning({ start: ids.slice(0, count), end: [] });
}
