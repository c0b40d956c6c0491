'use client';

import {
  type FocusEventHandler,
  type KeyboardEventHandler,
  type RefObject,
  useEffect,
  useRef,
} from 'react';

const FOCUSABLE = 'a[href], button, input, [tabindex]:not(td, th, [role=separator])';

/** A place in the grid: a row, counted with the head, and a cell in it. */
type Place = readonly [row: number, cell: number];

/* The next place for each key; -1 is the last row or cell. */
const MOVES: Readonly<Record<string, (at: Place) => Place>> = {
  ArrowUp: ([row, cell]) => [Math.max(row - 1, 0), cell],
  ArrowDown: ([row, cell]) => [row + 1, cell],
  ArrowLeft: ([row, cell]) => [row, Math.max(cell - 1, 0)],
  ArrowRight: ([row, cell]) => [row, cell + 1],
  Home: ([row]) => [row, 0],
  End: ([row]) => [row, -1],
  'mod+Home': () => [0, 0],
  'mod+End': () => [-1, -1],
};

const isShown = (element: Element) => element.getClientRects().length > 0;
const rowsOf = (table: HTMLTableElement) => [...table.rows].filter(isShown);
const cellsOf = (row: HTMLTableRowElement) => [...row.cells].filter(isShown);

/* The elements of a cell that can have the focus: its controls, or the cell itself if it has none. */
function stopsIn(cell: HTMLElement): HTMLElement[] {
  const controls = [...cell.querySelectorAll<HTMLElement>(FOCUSABLE)];
  return controls.length > 0 ? controls : [cell];
}

function target(table: HTMLTableElement, from: HTMLElement, key: string): HTMLElement | undefined {
  const cell = from.closest<HTMLTableCellElement>('td, th');
  const row = cell?.closest('tr');
  const move = MOVES[key];
  if (!cell || !row || !move) return undefined;
  // The arrow keys visit each control of a cell before the next cell.
  const stops = stopsIn(cell);
  const within = stops.indexOf(from) + (key === 'ArrowRight' ? 1 : -1);
  if ((key === 'ArrowLeft' || key === 'ArrowRight') && stops[within]) return stops[within];
  const rows = rowsOf(table);
  const [rowAt, cellAt] = move([rows.indexOf(row), cellsOf(row).indexOf(cell)]);
  const nextRow = rows.at(rowAt);
  const next = nextRow && cellsOf(nextRow).at(cellAt);
  return next && stopsIn(next).at(key === 'ArrowLeft' ? -1 : 0);
}

/* Makes one element of the grid a tab stop. The arrow keys reach the others. */
function keepOneStop(table: HTMLTableElement, last: HTMLElement | null): void {
  const stops = [...table.rows].flatMap((row) => [...row.cells]).flatMap(stopsIn);
  const first = table.querySelector<HTMLElement>('[data-row-link]') ?? stops[0];
  const one = last && stops.includes(last) ? last : first;
  for (const stop of stops) stop.tabIndex = stop === one ? 0 : -1;
}

export interface GridProps {
  role?: 'grid';
  onFocus?: FocusEventHandler<HTMLTableElement>;
  onKeyDownCapture?: KeyboardEventHandler<HTMLTableElement>;
}

/**
 * Movement by cell in a table whose rows have actions, by the grid pattern of the ARIA Authoring
 * Practices.
 *
 * @returns the props of the table; empty if its rows have no actions.
 */
export function useGridKeys(
  hasActions: boolean,
  table: RefObject<HTMLTableElement | null>,
): GridProps {
  const last = useRef<HTMLElement | null>(null);
  // No dependencies: each rendering may change rows and columns.
  useEffect(() => {
    if (hasActions && table.current) keepOneStop(table.current, last.current);
  });
  if (!hasActions) return {};
  return {
    role: 'grid',
    onFocus: (event) => {
      if (!event.currentTarget.contains(event.target)) return;
      last.current = event.target;
      keepOneStop(event.currentTarget, event.target);
    },
    // Captures the keys, because a button that opens a menu handles the arrow keys itself.
    onKeyDownCapture: (event) => {
      const grid = event.currentTarget;
      const from = event.target;
      // Open menus are elsewhere in the document, and the edge of a column handles the arrow keys itself.
      if (!(from instanceof HTMLElement) || !grid.contains(from)) return;
      if (from.role === 'separator' || event.altKey || event.shiftKey) return;
      const key = event.metaKey || event.ctrlKey ? `mod+${event.key}` : event.key;
      const next = target(grid, from, key);
      if (!next) return;
      event.preventDefault();
      event.stopPropagation();
      next.focus({ preventScroll: true });
      next.closest('td, th')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    },
  };
}
