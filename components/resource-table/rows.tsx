'use client';

import { NextLink } from '#components/ui/next-link.tsx';
import { type ReactNode, useRef } from 'react';
import type { ResourceColumn } from '#components/resource-table/columns.ts';
import { cellClass } from '#components/resource-table/head.tsx';
import {
  RowMenu,
  RowMenuButton,
  type RowMenuHandle,
} from '#components/resource-table/row-menu.tsx';
import type { Selection } from '#components/resource-table/use-selection.ts';
import { Checkbox } from '#components/ui/checkbox.tsx';
import { cx } from '#components/ui/cx.ts';
import { Skeleton } from '#components/ui/skeleton.tsx';

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

/* On a phone a row is two lines: name and menu, then its facts. */
const ROW =
  'relative hover:bg-paper-2 has-[[data-row-link]:focus-visible]:bg-accent-soft aria-selected:bg-accent-soft max-sm:flex max-sm:flex-wrap max-sm:items-center max-sm:border-b max-sm:border-line max-sm:py-1.5';

const TITLE = 'max-sm:py-1 max-sm:pl-2 font-medium';
const BESIDE_MENU = 'max-sm:w-[calc(100%-3rem)]';
const ALONE = 'max-sm:w-full';
/* What marks itself as off gives its room on a phone to the other facts. */
const FACT =
  'max-sm:has-data-off-phone:hidden max-sm:order-1 max-sm:flex max-sm:min-w-0 max-sm:shrink-0 max-sm:items-center max-sm:px-2 max-sm:pb-1 max-sm:text-ink-2';

/* It gives way to the others. */
const SHORTENED = 'max-sm:flex-1';

export function TableRows<Row>({ rows, columns, actions, selection }: TableRowsProps<Row>) {
  const facts = columns.filter(({ isFact }) => isFact);
  const shortened = facts.find(({ givesWay }) => givesWay) ?? facts[0];
  const menu = useRef<RowMenuHandle<Row>>(null);
  const menuLabel = (row: Row) => `Actions for ${actions.nameOf(row)}`;
  return (
    <>
      {rows.map((row) => {
        const id = actions.idOf(row);
        const isSelected = selection?.has(id);
        return (
          <tr key={id} data-row={id} aria-selected={isSelected} className={ROW}>
            {selection && (
              <td className="w-9 pl-2 max-sm:hidden sm:border-b sm:border-line">
                <Checkbox
                  aria-label={`Select ${actions.nameOf(row)}`}
                  isSelected={selection.has(id)}
                  onChange={(chosen) => selection.set([row], chosen)}
                  className="z-1 w-4"
                />
              </td>
            )}
            {columns.map((column, index) => (
              <td
                key={column.id}
                className={cx(
                  cellClass,
                  'truncate sm:max-w-0 sm:border-b sm:border-line',
                  index === 0
                    ? cx(TITLE, actions.menuOf ? BESIDE_MENU : ALONE)
                    : column.isFact
                      ? FACT
                      : 'max-sm:hidden',
                  column === shortened && SHORTENED,
                  column.isNumber && 'text-right tabular-nums',
                )}
              >
                {index === 0 && actions.hrefOf ? (
                  <NextLink
                    href={actions.hrefOf(row)}
                    data-row-link=""
                    className="rounded-sm after:absolute after:inset-0"
                  >
                    {column.cell(row)}
                  </NextLink>
                ) : column.isInteractive ? (
                  <span className="pointer-events-none relative z-1 flex min-w-0 *:pointer-events-auto">
                    {column.cell(row)}
                  </span>
                ) : (
                  column.cell(row)
                )}
              </td>
            ))}
            {actions.menuOf && (
              <td className="w-12 pr-2 text-right sm:border-b sm:border-line">
                <span className="relative z-1 inline-flex">
                  <RowMenuButton
                    label={menuLabel(row)}
                    onOpen={(button) => menu.current?.open(row, button)}
                    onClose={() => menu.current?.close()}
                  />
                </span>
              </td>
            )}
          </tr>
        );
      })}
      {actions.menuOf && <RowMenu ref={menu} labelOf={menuLabel} itemsOf={actions.menuOf} />}
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
