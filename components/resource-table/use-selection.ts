'use client';

import { useState } from 'react';

export interface Selection<Row> {
  rows: readonly Row[];
  has: (id: string) => boolean;
  set: (rows: readonly Row[], isSelected: boolean) => void;
  clear: () => void;
}

/**
 * The rows that are chosen for doing something to all of them. They stay chosen from page to page,
 * but not under another filter: what one cannot see again must not be acted upon.
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
    set: (changed, isSelected) => {
      const next = new Map(rows);
      for (const row of changed) {
        if (isSelected) next.set(idOf(row), row);
        else next.delete(idOf(row));
      }
      setChosen({ list, rows: next });
    },
    clear: () => setChosen({ list, rows: new Map() }),
  };
}
