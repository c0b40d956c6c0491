'use client';

import { type CSSProperties, type RefObject, useLayoutEffect, useState } from 'react';
import type { ResourceColumn } from '#components/resource-table/columns/columns.ts';
import type { TableModel } from '#components/resource-table/state/use-table.ts';
import { useTextScale } from '#components/ui/hooks/use-text-scale.ts';

/* The columns of check boxes and of menus, in px with letters of the usual size. */
const CHECK_PX = 36;
const MENU_PX = 48;

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
  /** Whether some column takes the remaining width. */
  isFlexible: boolean;
}

/** The width of a column. In a table that scrolls, each column has a fixed width. */
export function columnStyle<Row extends object>(
  table: TableModel<Row>,
  { id, width }: ResourceColumn<Row>,
  { isWide }: TableWidth,
): CSSProperties | undefined {
  const isSized = id in table.state.columnSizing;
  if (isWide || isSized || typeof width === 'number') {
    return { width: table.getColumn(id)?.getSize() };
  }
  return width === undefined ? undefined : { width };
}

/** The place of each pinned column while the others scroll under it, in px from the left. */
export function pinnedAt<Row extends object>(
  table: TableModel<Row>,
  { checks }: TableWidth,
): ReadonlyMap<string, number> {
  const pinned = table.state.columnPinning.start.flatMap((id) => {
    const column = table.getColumn(id);
    return column?.getIsVisible() ? [[id, checks + column.getStart('start')] as const] : [];
  });
  return new Map(pinned);
}

/** The place for the style of a cell: it includes the padding of the page. */
export const pinnedLeft = (at: number | undefined): string | undefined =>
  at === undefined ? undefined : `calc(${at}px - 1.5rem)`;

/** Compares the minimum width of the table with its place. */
export function useTableWidth<Row extends object>(
  place: RefObject<HTMLElement | null>,
  table: TableModel<Row>,
  options: { shown: readonly ResourceColumn<Row>[]; hasChecks: boolean; hasMenu: boolean },
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
  const least = table.getTotalSize() + checks + (options.hasMenu ? MENU_PX * scale : 0);
  const isFlexible = options.shown.some(
    ({ id, width }) => typeof width !== 'number' && !(id in table.state.columnSizing),
  );
  return { checks, least, isWide: least > room, isFlexible };
}
