'use client';

import { type ReactNode, useRef } from 'react';
import type { ResourceColumn } from '#components/resource-table/columns.ts';
import { cellClass } from '#components/resource-table/head.tsx';
import { RowMenu, type RowMenuHandle } from '#components/resource-table/row-menu.tsx';
import { menuLabel, TableRow } from '#components/resource-table/row.tsx';
import type { Selection } from '#components/resource-table/use-selection.ts';
import { cx } from '#components/ui/text/cx.ts';
import { Skeleton } from '#components/ui/feedback/skeleton.tsx';
import { useLatest } from '#components/ui/hooks/use-latest.ts';

export interface RowActions<Row> {
  idOf: (row: Row) => string;
  nameOf: (row: Row) => string;
  /** The page of a row, where it has one. */
  hrefOf?: ((row: Row) => string) | undefined;
  /** The items of a row's menu. */
  menuOf?: ((row: Row) => ReactNode) | undefined;
}

export interface TableRowsProps<Row> {
  rows: readonly Row[];
  columns: readonly ResourceColumn<Row>[];
  actions: RowActions<Row>;
  selection: Selection<Row> | undefined;
}

export function TableRows<Row>({ rows, columns, actions, selection }: TableRowsProps<Row>) {
  const facts = columns.filter(({ isFact }) => isFact);
  const shortened = facts.find(({ givesWay }) => givesWay) ?? facts[0];
  const menu = useRef<RowMenuHandle<Row>>(null);
  const select = useLatest(selection?.set);
  return (
    <>
      {rows.map((row) => {
        const id = actions.idOf(row);
        return (
          <TableRow
            key={id}
            row={row}
            id={id}
            name={actions.nameOf(row)}
            href={actions.hrefOf?.(row)}
            columns={columns}
            shortened={shortened}
            isSelected={selection?.has(id)}
            select={select}
            menu={actions.menuOf && menu}
          />
        );
      })}
      {actions.menuOf && (
        <RowMenu
          ref={menu}
          labelOf={(row) => menuLabel(actions.nameOf(row))}
          itemsOf={actions.menuOf}
        />
      )}
    </>
  );
}

const WIDTHS = ['w-32', 'w-24', 'w-40', 'w-28', 'w-36'];

/** Rows of the size of those that come. */
export function WaitingRows<Row>(props: {
  columns: readonly ResourceColumn<Row>[];
  count: number;
  hasMenu: boolean;
  hasSelection: boolean;
}) {
  return Array.from({ length: props.count }, (_, row) => (
    <tr
      key={row}
      aria-hidden
      className="max-sm:block max-sm:border-b max-sm:border-line max-sm:py-3"
    >
      {props.hasSelection && <td className="w-9 max-sm:hidden sm:border-b sm:border-line" />}
      {props.columns.map(({ id, isFact, isNumber }, index) => (
        <td
          key={id}
          className={cx(
            cellClass,
            'max-w-0 sm:border-b sm:border-line max-sm:block max-sm:h-5 max-sm:px-2',
            index > 0 && !isFact && 'max-sm:hidden',
          )}
        >
          <Skeleton
            className={cx(
              'h-3 max-w-full',
              index === 0 ? WIDTHS[row % WIDTHS.length] : 'w-20',
              isNumber && 'ml-auto',
            )}
          />
        </td>
      ))}
      {props.hasMenu && <td className="w-12 max-sm:hidden sm:border-b sm:border-line" />}
    </tr>
  ));
}
