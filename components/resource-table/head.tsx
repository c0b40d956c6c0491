'use client';

import { useState } from 'react';
import { moveColumn } from '#components/resource-table/columns/arrange.ts';
import { headClass } from '#components/resource-table/columns/cell-style.ts';
import { ColumnHead } from '#components/resource-table/columns/column-head.tsx';
import type { ResourceColumn } from '#components/resource-table/columns/columns.ts';
import {
  CHECK_WIDTH,
  columnStyle,
  MENU_WIDTH,
  pinnedLeft,
  type TableWidth,
} from '#components/resource-table/columns/table-width.ts';
import type { TableModel } from '#components/resource-table/state/use-table.ts';
import { Checkbox } from '#components/ui/fields/checkbox.tsx';
import { cx } from '#components/ui/text/cx.ts';

export interface TableHeadProps<Row extends object> {
  table: TableModel<Row>;
  shown: readonly ResourceColumn<Row>[];
  width: TableWidth;
  /** The places of pinned columns, in px from the left; empty if the table does not scroll. */
  pins: ReadonlyMap<string, number>;
  hasRows: boolean;
  hasChecks: boolean;
  hasMenu: boolean;
}

/** The heads of the columns, which order and arrange them. */
export function TableHead<Row extends object>(props: TableHeadProps<Row>) {
  const { table, shown, width, pins } = props;
  const [dragged, setDragged] = useState<string | null>(null);
  return (
    <thead className="max-sm:hidden">
      <tr>
        {props.hasChecks && <SelectAll {...props} />}
        {shown.map((column, index) => (
          <ColumnHead
            key={column.id}
            column={column}
            table={table}
            shown={shown}
            style={columnStyle(table, column, width)}
            pinnedAt={pins.get(column.id)}
            isFirst={index === 0}
            isDropTarget={dragged !== null && dragged !== column.id && index > 0}
            onDrag={setDragged}
            onDrop={() => dragged && moveColumn(table, shown, dragged, column.id)}
          />
        ))}
        {props.hasMenu && (
          <th
            className={cx(headClass, pins.size > 0 && 'z-11 sm:-right-6')}
            style={{ width: MENU_WIDTH }}
          >
            <span className="sr-only">Actions</span>
          </th>
        )}
      </tr>
    </thead>
  );
}

function SelectAll<Row extends object>({ table, pins, hasRows }: TableHeadProps<Row>) {
  const isAll = hasRows && table.getIsAllPageRowsSelected();
  return (
    <th
      className={cx(headClass, 'pl-2', pins.size > 0 && 'z-11')}
      style={{ width: CHECK_WIDTH, left: pins.size > 0 ? pinnedLeft(0) : undefined }}
    >
      <Checkbox
        aria-label="Select all rows of this page"
        isSelected={isAll}
        isIndeterminate={!isAll && table.getIsSomePageRowsSelected()}
        isDisabled={!hasRows}
        onChange={(isSelected) => table.toggleAllPageRowsSelected(isSelected)}
      />
    </th>
  );
}
