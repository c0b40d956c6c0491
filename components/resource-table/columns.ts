import {
  type ColumnDef,
  metaHelper,
  rowPaginationFeature,
  rowSortingFeature,
  tableFeatures,
} from '@tanstack/react-table';
import type { ReactNode } from 'react';

/** A column as a page writes it; the first one names the row and carries its link. */
export interface ResourceColumn<Row> {
  id: string;
  header: string;
  cell: (row: Row) => ReactNode;
  /** The field of `order_by` that a click on the header orders by. */
  order?: string;
  /** Numbers stand at the right. */
  isNumber?: boolean;
  /** Whether it is one of the facts in the second line on a phone. */
  isFact?: boolean;
  /** Width, for example `w-40`; one column may go without and takes what is left. */
  width?: string;
  /** Whether it holds something to press, which then lies above the row's link. */
  isInteractive?: boolean;
}

export interface ColumnFacts {
  header: string;
  order: string | undefined;
  isNumber: boolean;
  isFact: boolean;
  isInteractive: boolean;
  width: string;
}

export const features = tableFeatures({
  rowSortingFeature,
  rowPaginationFeature,
  columnMeta: metaHelper<ColumnFacts>(),
});

export type Features = typeof features;

/** The columns in the table library's own terms; a column that can be ordered by has its field as id. */
export function columnDefs<Row extends object>(
  columns: readonly ResourceColumn<Row>[],
): ColumnDef<Features, Row>[] {
  return columns.map((column) => ({
    id: column.order ?? column.id,
    header: column.header,
    enableSorting: column.order !== undefined,
    sortDescFirst: false,
    accessorFn: (row: Row) => row,
    cell: ({ row }) => column.cell(row.original),
    meta: {
      header: column.header,
      order: column.order,
      isNumber: column.isNumber ?? false,
      isFact: column.isFact ?? false,
      isInteractive: column.isInteractive ?? false,
      width: column.width ?? '',
    },
  }));
}
