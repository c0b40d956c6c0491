'use client';

import { useState } from 'react';

export interface Selection<Row> {
  rows: readonly Row[];
  has: (id: string) => boolean;
  /** Chooses exactly the rows with these ids. Each row is in `known` or was chosen before. */
  choose: (ids: readonly string[], known: readonly Row[]) => void;
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
  return {
    rows: [...rows.values()],
    has: (id) => rows.has(id),
    choose: (ids, known) => {
      const all = new Map([...rows, ...known.map((row) => [idOf(row), row] as const)]);
      const next = ids.flatMap((id) => {
        const row = all.get(id);
        return row === undefined ? [] : [[id, row] as const];
      });
      setChosen({ list, rows: new Map(next) });
    },
    clear: () => setChosen({ list, rows: new Map() }),
  };
}
