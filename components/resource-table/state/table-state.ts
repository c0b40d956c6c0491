/** The order in a list's address as a column of its table, and back. Pure. */
import type { ResourceColumn } from '#components/resource-table/columns/columns.ts';
import { type ListState, withView } from '#lib/client/lists/list-state.ts';

type OrderedColumn = Pick<ResourceColumn<never>, 'id' | 'order'>;

/** The column that orders the rows, and whether the last ones come first. */
export interface Sort {
  id: string;
  desc: boolean;
}

/** Undefined if no column has the order of the rows. */
export function sortOf(
  { orderBy }: ListState,
  columns: readonly OrderedColumn[],
): Sort | undefined {
  const [field, descending] = orderBy.split(' ');
  const column = columns.find(({ order }) => order !== undefined && order === field);
  return column && { id: column.id, desc: descending !== undefined };
}

export function withSort(
  state: ListState,
  columns: readonly OrderedColumn[],
  { id, desc }: Sort,
): ListState {
  const order = columns.find((column) => column.id === id)?.order;
  return order === undefined ? state : withView(state, { orderBy: desc ? `${order} desc` : order });
}
