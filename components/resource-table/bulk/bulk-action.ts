import type { ReactNode } from 'react';
import type { Selection } from '#components/resource-table/bulk/use-selection.ts';
import type { ListQuery } from '#lib/client/resources/queries.ts';

export interface BulkAction<Row> {
  /** What the rows are: "group", "groups". */
  noun: readonly [one: string, many: string];
  /** "Delete", "Remove", "Revoke". */
  verb: string;
  /** "deleted", "removed", "revoked". */
  done: string;
  /** What will happen, said before it does. */
  impact: ReactNode;
  /** Does it to one row. */
  run: (row: Row) => Promise<unknown>;
  /** The API path that this deletes. */
  pathOf: (row: Row) => string;
  /** Why it cannot be done to a row, or false. */
  missing: (row: Row) => string | false;
  /** Takes it back for one row; absent if that is not possible. `undone`: "granted again". */
  undo?: { run: (row: Row) => Promise<unknown>; undone: string };
  /** Called at the end, also where some failed. */
  onDone: () => void;
}

export interface BulkBarProps<Row extends object> {
  label: string;
  action: BulkAction<Row>;
  selection: Selection<Row>;
  /** The rows of the page. */
  page: readonly Row[];
  /** How many rows match the filters. */
  total: number | undefined;
  collection: string;
  /** The list's filters and order, without its page. */
  query: ListQuery;
  idOf: (row: Row) => string;
  nameOf: (row: Row) => string;
}
