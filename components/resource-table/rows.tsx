'use client';

import NextLink from 'next/link';
import { type ReactNode, useRef } from 'react';
import { cellClass } from '#components/resource-table/head.tsx';
import type { ResourceTableModel } from '#components/resource-table/use-resource-table.ts';
import {
  RowMenu,
  RowMenuButton,
  type RowMenuHandle,
} from '#components/resource-table/row-menu.tsx';
import { cx } from '#components/ui/cx.ts';
import { Skeleton } from '#components/ui/skeleton.tsx';

export interface RowActions<Row> {
  /** The page of a row, where it has one. */
  hrefOf?: ((row: Row) => string) | undefined;
  nameOf: (row: Row) => string;
  /** The items of a row's menu. */
  menuOf?: ((row: Row) => ReactNode) | undefined;
}

/* On a phone a row is two lines: name and menu, then its facts. */
const ROW =
  'relative hover:bg-paper-2 has-[[data-row-link]:focus-visible]:bg-accent-soft max-sm:flex max-sm:flex-wrap max-sm:items-center max-sm:border-b max-sm:border-line max-sm:py-1.5';

const TITLE = 'max-sm:py-1 font-medium';
const BESIDE_MENU = 'max-sm:w-[calc(100%-3rem)]';
const ALONE = 'max-sm:w-full';
const FACT =
  'max-sm:order-1 max-sm:flex max-sm:min-w-0 max-sm:shrink-0 max-sm:items-center max-sm:px-2 max-sm:pb-1 max-sm:text-ink-2';

/* The first fact gives way to the others. */
const FIRST_FACT = 'max-sm:flex-1';

export function TableRows<Row extends object>(props: {
  table: ResourceTableModel<Row>;
  actions: RowActions<Row>;
}) {
  const { table, actions } = props;
  const firstFact = table.getAllLeafColumns().find(({ columnDef }) => columnDef.meta!.isFact)?.id;
  const menu = useRef<RowMenuHandle<Row>>(null);
  const menuLabel = (row: Row) => `Actions for ${actions.nameOf(row)}`;
  const rows = table.getRowModel().rows.map((row) => (
    <tr key={row.id} data-row={row.id} className={ROW}>
      {row.getAllCells().map((cell, index) => {
        const { isNumber, isFact, isInteractive } = cell.column.columnDef.meta!;
        const isFirstFact = cell.column.id === firstFact;
        return (
          <td
            key={cell.id}
            className={cx(
              cellClass,
              'truncate sm:max-w-0 sm:border-b sm:border-line',
              index === 0
                ? cx(TITLE, actions.menuOf ? BESIDE_MENU : ALONE)
                : isFact
                  ? FACT
                  : 'max-sm:hidden',
              isFirstFact && FIRST_FACT,
              isNumber && 'text-right tabular-nums',
            )}
          >
            {index === 0 && actions.hrefOf ? (
              <NextLink
                href={actions.hrefOf(row.original)}
                prefetch={false}
                data-row-link=""
                className="rounded-sm after:absolute after:inset-0"
              >
                <table.FlexRender cell={cell} />
              </NextLink>
            ) : isInteractive ? (
              <span className="pointer-events-none relative z-1 flex *:pointer-events-auto">
                <table.FlexRender cell={cell} />
              </span>
            ) : (
              <table.FlexRender cell={cell} />
            )}
          </td>
        );
      })}
      {actions.menuOf && (
        <td className="w-12 pr-2 text-right sm:border-b sm:border-line">
          <span className="relative z-1 inline-flex">
            <RowMenuButton
              label={menuLabel(row.original)}
              onOpen={(button) => menu.current?.open(row.original, button)}
            />
          </span>
        </td>
      )}
    </tr>
  ));
  return (
    <>
      {rows}
      {actions.menuOf && <RowMenu ref={menu} labelOf={menuLabel} itemsOf={actions.menuOf} />}
    </>
  );
}

const WIDTHS = ['w-32', 'w-24', 'w-40', 'w-28', 'w-36'];

/** Rows of the size of those that come. */
export function WaitingRows<Row extends object>(props: {
  table: ResourceTableModel<Row>;
  count: number;
  hasMenu: boolean;
}) {
  const columns = props.table.getAllLeafColumns();
  return Array.from({ length: props.count }, (_, row) => (
    <tr
      key={row}
      aria-hidden
      className="max-sm:block max-sm:border-b max-sm:border-line max-sm:py-3"
    >
      {columns.map(({ id, columnDef }, index) => (
        <td
          key={id}
          className={cx(
            cellClass,
            'max-w-0 sm:border-b sm:border-line max-sm:block max-sm:h-5 max-sm:px-2',
            index > 0 && !columnDef.meta!.isFact && 'max-sm:hidden',
          )}
        >
          <Skeleton
            className={cx(
              'h-3 max-w-full',
              index === 0 ? WIDTHS[row % WIDTHS.length] : 'w-20',
              columnDef.meta!.isNumber && 'ml-auto',
            )}
          />
        </td>
      ))}
      {props.hasMenu && <td className="w-12 max-sm:hidden sm:border-b sm:border-line" />}
    </tr>
  ));
}
