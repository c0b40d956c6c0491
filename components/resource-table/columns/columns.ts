import type { ReactNode } from 'react';

/** A column as a page writes it; the first one names the row and carries its link. */
export interface ResourceColumn<Row> {
  id: string;
  header: string;
  cell: (row: Row) => ReactNode;
  /** The field of `order_by` that a click on the header orders by. */
  order?: string;
  /** Aligns numbers to the right. */
  isNumber?: boolean;
  /** Whether the second line of a row on a phone has it. */
  isFact?: boolean;
  /** Whether it is shortened there if the line is too long. If no column has this, the first one is. */
  givesWay?: boolean;
  /** In px, or as a share of the table. Columns without a width share the rest. */
  width?: number | `${number}%`;
}
