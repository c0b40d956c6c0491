/** Converts the state in a list's address to that of the table library, and back. Pure. */
import type { SortingState } from '@tanstack/react-table';
import type { ResourceColumn } from '#components/resource-table/columns/columns.ts';
import { type ListState, withView } from '#lib/client/lists/list-state.ts';

type OrderedColumn = Pick<ResourceColumn<never>, 'id' | 'order'>;

/** The column that orders the rows; empty if the list has its default order. */
export function sortingOf({ orderBy }: ListState, columns: readonly OrderedColumn[]): SortingState {
  const [field, descending] = orderBy.split(' ');
  const column = columns.find(({ order }) => order !== undefined && order === field);
  return column ? [{ id: column.id, desc: descending !== undefined }] : [];
}

export function withSorting(
  state: ListState,
  columns: readonly OrderedColumn[],
  [sort]: SortingState,
): ListState {
  const order = columns.find(({ id }) => id === sort?.id)?.order;
  if (sort === undefined || order === undefined) return state;
  return withView(state, { orderBy: sort.desc ? `${order} desc` : order });
}
