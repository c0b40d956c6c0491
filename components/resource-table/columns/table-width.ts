'use client';

import { type CSSProperties, type RefObject, useLayoutEffect, useState } from 'react';
import type { ResourceColumn } from '#components/resource-table/columns/columns.ts';
import { fittingColumns } from '#components/resource-table/columns/give-way.ts';
import type { TableModel } from '#components/resource-table/state/use-table.ts';
import { useMedia } from '#components/ui/hooks/use-media.ts';
import { useTextScale } from '#components/ui/hooks/use-text-scale.ts';

/* The columns of check boxes and of menus, in px with letters of the usual size. */
const CHECK_PX = 36;
const MENU_PX = 48;
/* The room that pinned columns leave to the others, in the same unit. */
const ROOM_PX = 144;

/** The same width, which grows with the letters. */
export const CHECK_WIDTH = `${CHECK_PX / 14}rem`;
export const MENU_WIDTH = `${MENU_PX / 14}rem`;

export interface TableWidth {
  /** The width of the column of check boxes, in px; 0 without one. */
  checks: number;
  /** The minimum width of the table, in px. */
  least: number;
  /** Whether the table is wider than its place, so that it scrolls sideways. */
  isWide: boolean;
  /** The most that pinned columns may take of the place, in px. The others scroll in the rest. */
  mostPinned: number;
  /** Whether columns with a share of the table divide it evenly, since the one that took the rest has left. */
  isShared: boolean;
  /** Whether some column takes the remaining width. */
  isFlexible: boolean;
  /** The ids of the columns for which the place has room. */
  fitting: readonly string[];
}

/** The width of a column. In a table that scrolls, each column has a fixed width. */
export function columnStyle<Row extends object>(
  table: TableModel<Row>,
  { id, width }: ResourceColumn<Row>,
  { isWide, isShared }: TableWidth,
): CSSProperties | undefined {
  const isSized = id in table.state.columnSizing;
  if (isWide || isSized || typeof width === 'number') {
    return { width: table.getColumn(id)?.getSize() };
  }
  return width === undefined || isShared ? undefined : { width };
}

/** The places of pinned columns, in px from the left; empty if the table does not scroll. */
type Pins = ReadonlyMap<string, number>;

/* Columns that leave the others no room are not pinned. */
function pinsOf<Row extends object>(table: TableModel<Row>, width: TableWidth): Pins {
  const pinned = table.state.columnPinning.start.flatMap((id) => {
    const column = table.getColumn(id);
    if (!width.isWide || !column?.getIsVisible()) return [];
    const at = width.checks + column.getStart('start');
    return at + column.getSize() <= width.mostPinned ? [[id, at] as const] : [];
  });
  return new Map(pinned);
}

/** The same map until a pinned column moves, so that rows do not render again. */
export function usePins<Row extends object>(table: TableModel<Row>, width: TableWidth): Pins {
  const pins = pinsOf(table, width);
  const [kept, keep] = useState(pins);
  const isSame = kept.size === pins.size && [...pins].every(([id, at]) => kept.get(id) === at);
  if (!isSame) keep(pins);
  return isSame ? kept : pins;
}

/** The width of the list, the minimum width of its table, and what pinned columns cover of it. */
export function tableStyle<Row extends object>(
  table: TableModel<Row>,
  { least, checks }: TableWidth,
  pins: Pins,
): CSSProperties {
  return {
    '--place': 'min(100cqw, 100%)',
    '--least': `${least}px`,
    '--pinned': `${pins.size && checks + table.getStartTotalSize()}px`,
  } as CSSProperties;
}

/** The place for the style of a cell: it includes the padding of the page. */
export const pinnedLeft = (at: number | undefined): string | undefined =>
  at === undefined ? undefined : `calc(${at}px - 1.5rem)`;

/** Compares the minimum width of the table with its place. */
export function useTableWidth<Row extends object>(
  place: RefObject<HTMLElement | null>,
  table: TableModel<Row>,
  options: {
    shown: readonly ResourceColumn<Row>[];
    hasChecks: boolean;
    hasMenu: boolean;
    /** Whether the person has arranged the columns: then all stay, and the table scrolls. */
    isArranged: boolean;
  },
): TableWidth {
  const [room, setRoom] = useState(Infinity);
  const scale = useTextScale();
  useLayoutEffect(() => {
    const element = place.current;
    if (!element) return;
    const observer = new ResizeObserver(() => setRoom(element.clientWidth));
    observer.observe(element);
    return () => observer.disconnect();
  }, [place]);
  const checks = options.hasChecks ? CHECK_PX * scale : 0;
  const fixed = checks + (options.hasMenu ? MENU_PX * scale : 0);
  const sizeOf = (id: string) => table.getColumn(id)?.getSize() ?? 0;
  // A phone shows the facts of a row in its second line.
  const isPhone = useMedia('(max-width: 639px)');
  const columns =
    options.isArranged || isPhone
      ? options.shown
      : fittingColumns(options.shown, sizeOf, room - fixed);
  const least = columns.reduce((sum, { id }) => sum + sizeOf(id), fixed);
  const isFlexible = columns.some(
    ({ id, width }) => typeof width !== 'number' && !(id in table.state.columnSizing),
  );
  const isShared = columns.every(
    ({ id, width }) => width !== undefined || id in table.state.columnSizing,
  );
  const mostPinned = room - ROOM_PX * scale;
  const fitting = columns.map(({ id }) => id);
  return { checks, least, isWide: least > room, mostPinned, isShared, isFlexible, fitting };
}
