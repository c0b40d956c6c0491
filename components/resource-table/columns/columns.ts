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
  /** Whether it is cut short there where the line is too long; the first fact is, unless one says so. */
  givesWay?: boolean;
  /** In px, or as a share of the table. Columns without a width share the rest. */
  width?: number | `${number}%`;
}
