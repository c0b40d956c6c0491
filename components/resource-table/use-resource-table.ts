'use client';

import { functionalUpdate, useTable } from '@tanstack/react-table';
import { useMemo } from 'react';
import { columnDefs, features, type ResourceColumn } from '#components/resource-table/columns.ts';
import type { ListView } from '#components/resource-table/use-list-state.ts';
import { atPage, pageNumber, withView } from '#lib/client/list-state.ts';

const NO_ROWS: never[] = [];

export interface TableInput<Row extends object> {
  view: ListView;
  columns: readonly ResourceColumn<Row>[];
  rows: readonly Row[] | undefined;
  total: number;
  idOf: (row: Row) => string;
}

/** The table's model. The server orders and cuts the pages; the address holds both. */
export function useResourceTable<Row extends object>(input: TableInput<Row>) {
  const { view, rows, total, idOf } = input;
  const { state } = view;
  const columns = useMemo(() => columnDefs(input.columns), [input.columns]);
  const [field = '', descending] = state.orderBy.split(' ');
  const sorting = useMemo(
    () => (field === '' ? [] : [{ id: field, desc: descending === 'desc' }]),
    [field, descending],
  );
  const pagination = { pageIndex: pageNumber(state) - 1, pageSize: state.pageSize };
  return useTable({
    features,
    columns,
    data: rows ?? (NO_ROWS as Row[]),
    getRowId: idOf,
    rowCount: total,
    manualSorting: true,
    manualPagination: true,
    autoResetPageIndex: false,
    enableSortingRemoval: false,
    enableMultiSort: false,
    state: { sorting, pagination },
    onSortingChange: (updater) => {
      const [order] = functionalUpdate(updater, sorting);
      if (order)
        view.show(withView(state, { orderBy: order.desc ? `${order.id} desc` : order.id }));
    },
    onPaginationChange: (updater) => {
      const next = functionalUpdate(updater, pagination);
      if (next.pageSize !== state.pageSize) {
        view.show(withView(state, { pageSize: next.pageSize }));
      } else if (next.pageIndex !== pagination.pageIndex) {
        view.show(atPage(state, next.pageIndex + 1));
      }
    },
  });
}

export type ResourceTableModel<Row extends object> = ReturnType<typeof useResourceTable<Row>>;
