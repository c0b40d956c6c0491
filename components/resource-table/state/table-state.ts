/** Converts the state in a list's address to that of the table library, and back. Pure. */
import type { PaginationState, SortingState } from '@tanstack/react-table';
import type { ResourceColumn } from '#components/resource-table/columns/columns.ts';
import { atPage, type ListState, pageNumber, withView } from '#lib/client/lists/list-state.ts';

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

export const paginationOf = (state: ListState): PaginationState => ({
  pageIndex: pageNumber(state) - 1,
  pageSize: state.pageSize,
});

/** Another page size starts at the first page. Another page is found by `skip`. */
export function withPagination(state: ListState, next: PaginationState): ListState {
  if (next.pageSize !== state.pageSize) return withView(state, { pageSize: next.pageSize });
  return atPage(state, next.pageIndex + 1);
}
