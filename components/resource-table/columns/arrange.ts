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
  table.place(order, pinnedCount(table, shown));
}

/** The number of pinned columns, which are the first ones. */
export function pinnedCount<Row extends object>(
  table: TableModel<Row>,
  shown: readonly ResourceColumn<Row>[],
): number {
  return shown.filter(({ id }) => table.pinned.includes(id)).length;
}
