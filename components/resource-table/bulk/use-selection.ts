'use client';

import { useState } from 'react';

export interface Selection<Row> {
  rows: readonly Row[];
  has: (id: string) => boolean;
  /** Chooses exactly the rows of these ids; each is among `known`, or was chosen before. */
  choose: (ids: readonly string[], known: readonly Row[]) => void;
  clear: () => void;
}

/**
 * The rows that are chosen for doing something to all of them. They stay chosen from page to page,
 * but not under another filter: nobody acts on rows that the list no longer shows.
 *
 * @param list What the rows are filtered by.
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
