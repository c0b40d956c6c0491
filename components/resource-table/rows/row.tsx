'use client';

import { memo, type RefObject } from 'react';
import type { ResourceColumn } from '#components/resource-table/columns/columns.ts';
import { cellClass } from '#components/resource-table/columns/cell-style.ts';
import { RowMenuButton, type RowMenuHandle } from '#components/resource-table/rows/row-menu.tsx';
import {
  CHECK_WIDTH,
  MENU_WIDTH,
  pinnedLeft,
} from '#components/resource-table/columns/table-width.ts';
import { Checkbox } from '#components/ui/fields/checkbox.tsx';
import { cx } from '#components/ui/text/cx.ts';
import { ownPart } from '#lib/client/lists/look-alikes.ts';
import { NextLink } from '#components/ui/buttons/next-link.tsx';

interface TableRowProps<Row> {
  row: Row;
  id: string;
  name: string;
  /** Whether its name looks like that of another row. */
  isAlike: boolean;
  href: string | undefined;
  columns: readonly ResourceColumn<Row>[];
  /** The fact that is shortened on a phone if the line is too long. */
  shortened: ResourceColumn<Row> | undefined;
  /** Undefined where rows cannot be selected. */
  isSelected: boolean | undefined;
  select: RefObject<(id: string, isSelected: boolean, isRange: boolean) => void>;
  /** The places of pinned columns, in px from the left; empty if the table does not scroll. */
  pins: ReadonlyMap<string, number>;
  /** Undefined where rows have no menu. */
  menu: RefObject<RowMenuHandle<Row> | null> | undefined;
}

/* On a phone a row has two lines: name and menu, then its facts. */
const ROW =
  'bg-paper has-data-row-link:cursor-pointer hover:bg-paper-2 has-[[data-row-link]:focus-visible]:bg-accent-soft aria-selected:bg-accent-soft max-sm:flex max-sm:flex-wrap max-sm:items-center max-sm:border-b max-sm:border-line max-sm:py-1.5';

const TITLE = 'max-sm:py-1 max-sm:pl-2 font-medium';
const BESIDE_MENU =
  'max-sm:w-[calc(100%-48px)] max-sm:group-data-selecting/rows:w-[calc(100%-84px)]';
/* On a phone the boxes show once a row is selected. */
const CHECK =
  'pl-2 max-sm:hidden max-sm:group-data-selecting/rows:block sm:border-b sm:border-line';
const ALONE = 'max-sm:w-full';
/* A fact that has `data-off-phone` leaves its room on a phone to the others. */
const FACT =
  'max-sm:has-data-off-phone:hidden max-sm:order-1 max-sm:flex max-sm:min-w-0 max-sm:shrink-0 max-sm:items-center max-sm:px-2 max-sm:pb-1 max-sm:text-ink-2';

/* A pinned cell. Other columns scroll under it. */
const PINNED = 'sm:sticky sm:z-2 sm:bg-inherit';

/* The menu stays at the edge of a table that scrolls; the edge of the page's padding is the reference. */
const AT_EDGE = 'sm:sticky sm:-right-6 sm:z-2 sm:bg-inherit';

/* The fact that is shortened if the line is too long. */
const SHORTENED = 'max-sm:flex-1';
const LIMITED = 'max-sm:max-w-1/2';

/** The id of the column with the name. */
export const NAME = 'name';

export const menuLabel = (name: string) => `Actions for ${name}`;

function Row<Row>(props: TableRowProps<Row>) {
  const { row, id, name, columns, isSelected, select, menu, pins } = props;
  const isScrolled = pins.size > 0;
  return (
    <tr data-row={id} aria-selected={isSelected} className={ROW}>
      {isSelected !== undefined && (
        <td
          // Shift and a click would select the texts between as well.
          onMouseDown={(event) => event.shiftKey && event.preventDefault()}
          style={{ width: CHECK_WIDTH, left: isScrolled ? pinnedLeft(0) : undefined }}
          className={cx(CHECK, isScrolled && PINNED)}
        >
          <Checkbox
            aria-label={`Select ${name}`}
            isSelected={isSelected}
            onChange={(chosen, isRange) => select.current(id, chosen, isRange)}
            className="w-4"
          />
        </td>
      )}
      {columns.map((column, index) => (
        <td
          key={column.id}
          style={{ left: pinnedLeft(pins.get(column.id)) }}
          className={cx(
            cellClass,
            'scroll-mt-9 scroll-mb-24 truncate sm:max-w-0 sm:border-b sm:border-line',
            pins.has(column.id) ? PINNED : 'scroll-ml-(--pinned)',
            index === 0
              ? cx(TITLE, menu ? BESIDE_MENU : ALONE)
              : column.isFact
                ? FACT
                : 'max-sm:hidden',
            index > 0 && (column === props.shortened ? SHORTENED : LIMITED),
            column.isNumber && 'text-right tabular-nums',
          )}
        >
          {index === 0 && props.href !== undefined ? (
            <NextLink href={props.href} data-row-link="" className="rounded-sm">
              {column.cell(row)}
            </NextLink>
          ) : (
            column.cell(row)
          )}
          {props.isAlike && column.id === NAME && (
            <span className="block truncate font-mono text-sm font-normal text-ink-2">
              {ownPart(id)}
            </span>
          )}
        </td>
      ))}
      {menu && (
        <td
          style={{ width: MENU_WIDTH }}
          className={cx('pr-2 text-right sm:border-b sm:border-line', isScrolled && AT_EDGE)}
        >
          <RowMenuButton
            label={menuLabel(name)}
            onOpen={(button) => menu.current?.open(row, button)}
            onClose={() => menu.current?.close()}
          />
        </td>
      )}
    </tr>
  );
}

/** One row. It renders again only if one of its own props changes: a page has up to 200 rows. */
export const TableRow = memo(Row) as typeof Row;
