'use client';

import { useMemo, useSyncExternalStore } from 'react';
import type { ResourceColumn } from '#components/resource-table/columns.ts';

/* One browser's choice, by the table's label: the ids of the columns that it does not want to see. */
const KEY = 'grove.hidden-columns';

const listeners = new Set<() => void>();

function readAll(): string {
  try {
    return localStorage.getItem(KEY) ?? '{}';
  } catch {
    return '{}';
  }
}

function parse(text: string): Record<string, readonly string[]> {
  try {
    return JSON.parse(text) as Record<string, readonly string[]>;
  } catch {
    return {};
  }
}

function hide(label: string, ids: readonly string[]): void {
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...parse(readAll()), [label]: ids }));
  } catch {
    // Without storage the choice lasts as long as the page, which is then: not at all.
  }
  listeners.forEach((notify) => notify());
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
}

export interface Columns<Row> {
  /** Those that are shown. */
  shown: readonly ResourceColumn<Row>[];
  /** Those that one may do without: all but the first. */
  optional: readonly ResourceColumn<Row>[];
  /** Shows of the optional ones exactly these. */
  show: (ids: readonly string[]) => void;
}

/** The columns of a table, without those that this browser was told to leave out. */
export function useColumns<Row>(
  label: string,
  columns: readonly ResourceColumn<Row>[],
): Columns<Row> {
  const stored = useSyncExternalStore(subscribe, readAll, () => '{}');
  return useMemo(() => {
    const hidden = parse(stored)[label] ?? [];
    const optional = columns.slice(1);
    return {
      shown: columns.filter(({ id }, index) => index === 0 || !hidden.includes(id)),
      optional,
      show: (ids) =>
        hide(
          label,
          optional.flatMap(({ id }) => (ids.includes(id) ? [] : [id])),
        ),
    };
  }, [stored, label, columns]);
}
