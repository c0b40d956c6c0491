'use client';

import { Check } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import type { ResourceColumn } from '#components/resource-table/columns/columns.ts';
import { cellClass } from '#components/resource-table/columns/cell-style.ts';
import { RowMenu, type RowMenuHandle } from '#components/resource-table/rows/row-menu.tsx';
import { menuLabel, NAME, TableRow } from '#components/resource-table/rows/row.tsx';
import { CHECK_WIDTH, MENU_WIDTH } from '#components/resource-table/columns/table-width.ts';
import type { TableModel } from '#components/resource-table/state/use-table.ts';
import { cx } from '#components/ui/text/cx.ts';
import { Skeleton } from '#components/ui/feedback/skeleton.tsx';
import { useMedia } from '#components/ui/hooks/use-media.ts';
import { MenuItem } from '#components/ui/overlays/menu.tsx';
import { useLatest } from '#components/ui/hooks/use-latest.ts';
import { lookAlikes } from '#lib/client/lists/look-alikes.ts';

export interface RowActions<Row> {
  idOf: (row: Row) => string;
  nameOf: (row: Row) => string;
  /** The address of a row's page, if it has one. */
  hrefOf?: ((row: Row) => string) | undefined;
  /** The items of a row's menu. */
  menuOf?: ((row: Row) => ReactNode) | undefined;
}

export interface TableRowsProps<Row extends object> {
  table: TableModel<Row>;
  columns: readonly ResourceColumn<Row>[];
  actions: RowActions<Row>;
  pins: ReadonlyMap<string, number>;
  hasChecks: boolean;
}

/** The rows of the page. */
export function TableRows<Row extends object>(props: TableRowsProps<Row>) {
  const { table, columns, actions, pins, hasChecks } = props;
  const facts = columns.filter(({ isFact }) => isFact);
  const shortened = facts.find(({ givesWay }) => givesWay) ?? facts[0];
  const { rows } = table.getRowModel();
  const hasNames = columns.some(({ id }) => id === NAME);
  const named = hasNames ? rows : [];
  const alike = lookAlikes(
    named.map(({ id, original }) => ({ uid: id, name: actions.nameOf(original) })),
  );
  // The boxes of a phone show once a row is selected.
  const isPhone = useMedia('(max-width: 639px)');
  const menu = useRef<RowMenuHandle<Row>>(null);
  const selectedLast = useRef<string | null>(null);
  const select = useLatest((id: string, isSelected: boolean, isRange: boolean) => {
    const ids = rows.map((row) => row.id);
    const [from, to] = [ids.indexOf(selectedLast.current ?? ''), ids.indexOf(id)].sort(
      (a, b) => a - b,
    );
    const several = isRange && from !== undefined && from >= 0 && to !== undefined;
    selectedLast.current = id;
    table.setRowSelection((chosen) => {
      const others = Object.entries(chosen).filter(([one]) => one !== id);
      if (!isSelected) return Object.fromEntries(others);
      const range = several ? ids.slice(from, to + 1) : [id];
      return { ...chosen, ...Object.fromEntries(range.map((one) => [one, true as const])) };
    });
  });
  return (
    <>
      {rows.map(({ id, original: row }) => {
        return (
          <TableRow
            key={id}
            row={row}
            id={id}
            name={actions.nameOf(row)}
            isAlike={alike.has(id)}
            href={actions.hrefOf?.(row)}
            columns={columns}
            shortened={shortened}
            isSelected={hasChecks ? id in table.state.rowSelection : undefined}
            pins={pins}
            select={select}
            menu={actions.menuOf && menu}
          />
        );
      })}
      {actions.menuOf && (
        <RowMenu
          ref={menu}
          labelOf={(row) => menuLabel(actions.nameOf(row))}
          itemsOf={(row) => (
            <>
              {isPhone && hasChecks && (
                <MenuItem
                  icon={Check}
                  onAction={() => table.getRow(actions.idOf(row)).toggleSelected()}
                >
                  {actions.idOf(row) in table.state.rowSelection ? 'Unselect' : 'Select'}
                </MenuItem>
              )}
              {actions.menuOf?.(row)}
            </>
          )}
        />
      )}
    </>
  );
}

const WIDTHS = ['w-32', 'w-24', 'w-40', 'w-28', 'w-36'];

/** Placeholders of the size of the expected rows. */
export function WaitingRows<Row>(props: {
  columns: readonly ResourceColumn<Row>[];
  count: number;
  hasMenu: boolean;
  hasChecks: boolean;
}) {
  return Array.from({ length: props.count }, (_, row) => (
    <tr
      key={row}
      aria-hidden
      className="max-sm:block max-sm:border-b max-sm:border-line max-sm:py-3"
    >
      {props.hasChecks && (
        <td style={{ width: CHECK_WIDTH }} className="max-sm:hidden sm:border-b sm:border-line" />
      )}
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
      {props.hasMenu && (
        <td style={{ width: MENU_WIDTH }} className="max-sm:hidden sm:border-b sm:border-line" />
      )}
    </tr>
  ));
}
