'use client';

import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { type Arrangement, arrangementOf } from '#components/resource-table/columns/arrangement.ts';
import type { ResourceColumn } from '#components/resource-table/columns/columns.ts';
import { type TableLayout, useLayout } from '#components/resource-table/columns/layouts.ts';
import { type Sort, sortOf, withSort } from '#components/resource-table/state/table-state.ts';
import type { ListView } from '#components/resource-table/state/use-list-state.ts';
import { useTextScale } from '#components/ui/hooks/use-text-scale.ts';
import { currentCaller, personOf } from '#lib/client/session/caller.ts';

export interface TableOptions<Row extends object> {
  label: string;
  columns: readonly ResourceColumn<Row>[];
  view: ListView;
}

/** The columns of a list as they are arranged, and the ways to arrange them. */
export interface TableModel<Row extends object> extends Arrangement {
  /** All columns in their order. */
  columns: readonly ResourceColumn<Row>[];
  /** The column that orders the rows. */
  sort: Sort | undefined;
  sortBy: (sort: Sort) => void;
  /** In px. */
  resize: (id: string, width: number) => void;
  setVisible: (visibility: Readonly<Record<string, boolean>>) => void;
  /** Puts columns first, in this order, and pins as many of them. */
  place: (ids: readonly string[], pinned: number) => void;
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

/** The columns of a list in the person's layout. */
export function useResourceTable<Row extends object>(
  options: TableOptions<Row>,
): ResourceTableModel<Row> {
  const { columns, view } = options;
  const { data: caller } = useQuery(currentCaller());
  // Each saved view has its own columns.
  const { savedView: uid } = view.state;
  const [layout, change] = useLayout(
    personOf(caller),
    uid === '' ? options.label : `${options.label} ${uid}`,
  );
  const scale = useTextScale();
  const arranged = useMemo(() => arrangementOf(columns, layout, scale), [columns, layout, scale]);
  const keep = (changed: (layout: TableLayout) => TableLayout) =>
    change((current) => ({ ...current, ...changed(current) }));
  const table: TableModel<Row> = {
    ...arranged,
    columns: inOrder(columns, arranged.order),
    sort: sortOf(view.state, columns),
    sortBy: (sort) => view.show(withSort(view.state, columns, sort)),
    resize: (id, width) =>
      keep(({ columnSizing }) => ({ columnSizing: { ...columnSizing, [id]: width / scale } })),
    setVisible: (visibility) =>
      keep(({ columnVisibility }) => ({
        columnVisibility: { ...columnVisibility, ...visibility },
      })),
    place: (ids, pinned) =>
      keep(() => ({
        columnOrder: [...new Set([...ids, ...arranged.order])],
        columnPinning: { start: ids.slice(0, pinned), end: [] },
      })),
  };
  const shownIds = arranged.shown.join(' ');
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
