'use client';

import { useState } from 'react';

export interface Selection<Row> {
  rows: readonly Row[];
  has: (row: Row) => boolean;
  /** Chooses exactly these rows. */
  choose: (rows: readonly Row[]) => void;
  /** Adds rows to the chosen ones, or removes them. */
  mark: (rows: readonly Row[], isChosen: boolean) => void;
  clear: () => void;
}

/**
 * The rows chosen for an action. They stay chosen on other pages, but not under another filter:
 * nobody should act on rows that the list no longer shows.
 *
 * @param list the filters of the rows, as text.
 */
export function useSelection<Row>(list: string, idOf: (row: Row) => string): Selection<Row> {
  const [chosen, setChosen] = useState<{ list: string; rows: ReadonlyMap<string, Row> }>({
    list,
    rows: new Map(),
  });
  const rows: ReadonlyMap<string, Row> = chosen.list === list ? chosen.rows : new Map();
  const byId = (some: readonly Row[]) => some.map((row) => [idOf(row), row] as const);
  const choose = (some: readonly Row[]) => setChosen({ list, rows: new Map(byId(some)) });
  return {
    rows: [...rows.values()],
    has: (row) => rows.has(idOf(row)),
    choose,
    mark: (some, isChosen) => {
      const marked = new Map(byId(some));
      if (isChosen) choose([...new Map([...rows, ...marked]).values()]);
      else choose([...rows].filter(([id]) => !marked.has(id)).map(([, row]) => row));
    },
    clear: () => choose([]),
  };
}
