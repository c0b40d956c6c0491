'use client';

import { useCallback, useMemo, useSyncExternalStore } from 'react';

/** How one person has arranged the columns of one list. An absent member is the list's default. */
export interface TableLayout {
  columnVisibility?: Record<string, boolean>;
  columnOrder?: string[];
  /** In px with letters of the usual size, by the id of the column. */
  columnSizing?: Record<string, number>;
  columnPinning?: { start: string[]; end: string[] };
  /** The `updateTime` of the saved view that arranged the columns. */
  seed?: string;
}

/** By person, then by list. */
type Layouts = Record<string, Record<string, TableLayout>>;

const KEY = 'grove.tables';
const NOTHING = '{}';

const listeners = new Set<() => void>();
/* The layouts of this page, in case the browser stores nothing. */
let latest: string | null = null;

function read(): string {
  try {
    return localStorage.getItem(KEY) ?? latest ?? NOTHING;
  } catch {
    return latest ?? NOTHING;
  }
}

function parse(text: string): Layouts {
  try {
    return JSON.parse(text) as Layouts;
  } catch {
    return {};
  }
}

function write(person: string, list: string, layout: TableLayout): void {
  const all = parse(read());
  latest = JSON.stringify({ ...all, [person]: { ...all[person], [list]: layout } });
  try {
    localStorage.setItem(KEY, latest);
  } catch {
    // Without storage the layout lasts as long as the page.
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

export type ChangeLayout = (change: (layout: TableLayout) => TableLayout) => void;

const AS_IT_COMES: TableLayout = {};

/** The layout of a list for a person, kept in this browser. */
export function useLayout(person: string, list: string): [TableLayout, ChangeLayout] {
  const stored = useSyncExternalStore(subscribe, read, () => NOTHING);
  const layout = useMemo(
    () => parse(stored)[person]?.[list] ?? AS_IT_COMES,
    [stored, person, list],
  );
  const change = useCallback<ChangeLayout>(
    // Several changes of one event each build on the one before.
    (next) => write(person, list, next(parse(read())[person]?.[list] ?? AS_IT_COMES)),
    [person, list],
  );
  return [layout, change];
}
