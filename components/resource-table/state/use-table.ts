'use client';

import { useQuery } from '@tanstack/react-query';
import {
  columnOrderingFeature,
  columnPinningFeature,
  columnSizingFeature,
  columnVisibilityFeature,
  functionalUpdate,
  type ReactTable,
  rowSelectionFeature,
  rowSortingFeature,
  tableFeatures,
  useTable,
} from '@tanstack/react-table';
import { useMemo } from 'react';
import { completeOrder } from '#components/resource-table/columns/column-order.ts';
import type { ResourceColumn } from '#components/resource-table/columns/columns.ts';
import { type TableLayout, useLayout } from '#components/resource-table/columns/layouts.ts';
import { sortingOf, withSorting } from '#components/resource-table/state/table-state.ts';
import type { ListView } from '#components/resource-table/state/use-list-state.ts';
import type { Selection } from '#components/resource-table/bulk/use-selection.ts';
import { useTextScale } from '#components/ui/hooks/use-text-scale.ts';
import { currentCaller, personOf } from '#lib/client/session/caller.ts';

const FEATURES = tableFeatures({
  columnOrderingFeature,
  columnPinningFeature,
  columnSizingFeature,
  columnVisibilityFeature,
  rowSelectionFeature,
  rowSortingFeature,
});

export type TableModel<Row extends object> = ReactTable<typeof FEATURES, Row>;

/** The minimum and maximum width of a column, in px with letters of the usual size. */
export const MIN_WIDTH = 72;
export const MAX_WIDTH = 960;
/* The minimum width of a column without a width of its own. */
const FLEXIBLE_WIDTH = 144;
const FIRST_WIDTH = 200;

export interface TableOptions<Row extends object> {
  label: string;
  columns: readonly ResourceColumn<Row>[];
  rows: readonly Row[];
  idOf: (row: Row) => string;
  view: ListView;
  selection: Selection<Row>;
}

export interface ResourceTableModel<Row extends object> {
  table: TableModel<Row>;
  /** The visible columns in their order; the same array until they change. */
  shown: readonly ResourceColumn<Row>[];
  /** Whether the person has arranged the columns. */
  isArranged: boolean;
  /** Restores the columns of the saved view, or else the list's default. */
  reset: () => void;
  layout: TableLayout;
  /** Arranges all columns. */
  arrange: (layout: TableLayout) => void;
}

/** The table of a list: the columns in the person's layout, the rows in the server's order. */
export function useResourceTable<Row extends object>(
  options: TableOptions<Row>,
): ResourceTableModel<Row> {
  const { columns, view, selection, rows, idOf } = options;
  const { data: caller } = useQuery(currentCaller());
  // Each saved view has its own columns.
  const { savedView: uid } = view.state;
  const [layout, change] = useLayout(
    personOf(caller),
    uid === '' ? options.label : `${options.label} ${uid}`,
  );
  const scale = useTextScale();
  const definitions = useMemo(
    () =>
      columns.map(({ id, header, cell, width }, index) => ({
        id,
        header,
        accessorFn: cell,
        size:
          (typeof width === 'number' ? width : index === 0 ? FIRST_WIDTH : FLEXIBLE_WIDTH) * scale,
        minSize: MIN_WIDTH * scale,
        maxSize: MAX_WIDTH * scale,
        enableHiding: index > 0,
      })),
    [columns, scale],
  );
  const arranged = useMemo(() => arrangement(columns, layout, scale), [columns, layout, scale]);
  const state = {
    ...arranged,
    sorting: sortingOf(view.state, columns),
    rowSelection: Object.fromEntries(selection.rows.map((row) => [idOf(row), true as const])),
  };
  const keep = <Slice extends keyof TableLayout>(slice: Slice, value: TableLayout[Slice]) =>
    change((current) => ({ ...current, [slice]: value }));
  const table = useTable({
    features: FEATURES,
    columns: definitions,
    data: rows,
    getRowId: idOf,
    manualSorting: true,
    enableSortingRemoval: false,
    sortDescFirst: false,
    state,
    onColumnVisibilityChange: (next) =>
      keep('columnVisibility', functionalUpdate(next, state.columnVisibility)),
    onColumnOrderChange: (next) => keep('columnOrder', functionalUpdate(next, state.columnOrder)),
    onColumnSizingChange: (next) =>
      keep('columnSizing', sizesTimes(functionalUpdate(next, state.columnSizing), 1 / scale)),
    onColumnPinningChange: (next) =>
      keep('columnPinning', functionalUpdate(next, state.columnPinning)),
    onSortingChange: (next) =>
      view.show(withSorting(view.state, columns, functionalUpdate(next, state.sorting))),
    onRowSelectionChange: (next) =>
      selection.choose(Object.keys(functionalUpdate(next, state.rowSelection)), rows),
  });
  const shownIds = table
    .getLeafHeaders()
    .map(({ column }) => column.id)
    .join(' ');
  const shown = useMemo(() => inOrder(columns, shownIds.split(' ')), [columns, shownIds]);
  return {
    table,
    shown,
    isArranged: Object.keys(layout).some((key) => key !== 'seed'),
    reset: () => change(() => ({})),
    layout,
    arrange: (next) => change(() => next),
  };
}

function inOrder<Row>(columns: readonly ResourceColumn<Row>[], ids: readonly string[]) {
  return ids.flatMap((id) => columns.find((column) => column.id === id) ?? []);
}

const sizesTimes = (sizes: Readonly<Record<string, number>>, factor: number) =>
  Object.fromEntries(Object.entries(sizes).map(([id, px]) => [id, px * factor]));

/** The state of the columns for a layout. The first column names the row, so it stays first and visible. */
function arrangement(columns: readonly { id: string }[], layout: TableLayout, scale: number) {
  const [first = '', ...others] = columns.map(({ id }) => id);
  const { columnVisibility = {}, columnOrder = [], columnSizing = {}, columnPinning } = layout;
  const pinned = (columnPinning?.start ?? []).filter((id) => others.includes(id));
  return {
    columnVisibility: { ...columnVisibility, [first]: true },
    columnOrder: completeOrder([first, ...others], columnOrder),
    columnSizing: sizesTimes(columnSizing, scale),
    columnPinning: { start: [first, ...pinned], end: [] },
  };
}
