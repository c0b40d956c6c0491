'use client';

import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react';
import { type CSSProperties, type DragEvent, useState } from 'react';
import { ColumnMenuButton } from '#components/resource-table/columns/column-menu-button.tsx';
import { ColumnResizer } from '#components/resource-table/columns/column-resizer.tsx';
import type { ResourceColumn } from '#components/resource-table/columns/columns.ts';
import { headClass } from '#components/resource-table/columns/cell-style.ts';
import { pinnedLeft } from '#components/resource-table/columns/table-width.ts';
import type { TableModel } from '#components/resource-table/state/use-table.ts';
import { cx } from '#components/ui/text/cx.ts';

export interface ColumnHeadProps<Row extends object> {
  table: TableModel<Row>;
  shown: readonly ResourceColumn<Row>[];
  column: ResourceColumn<Row>;
  style: CSSProperties | undefined;
  /** The place of a pinned column while the table scrolls sideways, in px from the left. */
  pinnedAt: number | undefined;
  /** The first column names the row and cannot be moved. */
  isFirst: boolean;
  /** Whether another column, being dragged, may take its place. */
  isDropTarget: boolean;
  onDrag: (id: string | null) => void;
  onDrop: () => void;
}

/** The head of one column: its name, its menu, and its edge. */
export function ColumnHead<Row extends object>(props: ColumnHeadProps<Row>) {
  const { table, column, style, pinnedAt, isDropTarget } = props;
  const [isOver, setOver] = useState(false);
  const sort = table.state.sorting.find(({ id }) => id === column.id);
  const width = table.getColumn(column.id)?.getSize() ?? 0;
  const onDragOver = (event: DragEvent) => {
    if (!isDropTarget) return;
    event.preventDefault();
    setOver(true);
  };
  return (
    <th
      scope="col"
      aria-label={column.header}
      aria-sort={sort && (sort.desc ? 'descending' : 'ascending')}
      style={{ ...style, left: pinnedLeft(pinnedAt) }}
      onDragOver={onDragOver}
      onDragLeave={() => setOver(false)}
      onDrop={() => {
        setOver(false);
        props.onDrop();
      }}
      className={cx(
        headClass,
        'group/head px-3 text-left text-xs font-medium whitespace-nowrap text-ink-2 first:pl-2',
        pinnedAt === undefined ? 'scroll-ml-(--pinned)' : 'z-11',
        isOver && isDropTarget && 'bg-accent-soft',
      )}
    >
      <div
        draggable={!props.isFirst}
        onDragStart={(event) => {
          event.dataTransfer.effectAllowed = 'move';
          event.dataTransfer.setData('text/plain', column.header);
          props.onDrag(column.id);
        }}
        onDragEnd={() => props.onDrag(null)}
        className={cx('flex min-w-0 items-center', column.isNumber && 'justify-end')}
      >
        <Label {...props} sort={sort} />
        <ColumnMenuButton table={table} shown={props.shown} column={column} />
      </div>
      <ColumnResizer
        header={column.header}
        width={width}
        onResize={(next) => table.setColumnSizing((sizes) => ({ ...sizes, [column.id]: next }))}
      />
    </th>
  );
}

function Label<Row extends object>(
  props: ColumnHeadProps<Row> & { sort: { desc: boolean } | undefined },
) {
  const { table, column, sort } = props;
  if (column.order === undefined) {
    return (
      <span data-label="" className="truncate">
        {column.header}
      </span>
    );
  }
  const Icon = sort ? (sort.desc ? ArrowDown : ArrowUp) : ChevronsUpDown;
  return (
    <button
      type="button"
      data-label=""
      onClick={() => table.getColumn(column.id)?.toggleSorting(sort?.desc === false)}
      className={cx(
        'group/sort -mx-1 inline-flex h-6 min-w-0 items-center gap-1 rounded-sm px-1 hover:bg-paper-3 hover:text-ink',
        sort && 'text-ink',
      )}
    >
      <span className="truncate">{column.header}</span>
      <Icon
        aria-hidden
        size={12}
        className={cx(
          'shrink-0',
          !sort && 'opacity-0 group-hover/sort:opacity-100 group-focus-visible/sort:opacity-100',
        )}
      />
    </button>
  );
}
