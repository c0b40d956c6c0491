import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Selection } from '#components/resource-table/bulk/use-selection.ts';
import type { ListView } from '#components/resource-table/state/use-list-state.ts';
import type { ShellRequest } from '#lib/client/curl.ts';

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
  /** By default that of a deletion. */
  icon?: LucideIcon;
  /** The request that `run` sends, to show the API call. */
  requestOf: (row: Row) => ShellRequest;
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
  /** What may be done besides. */
  otherBulk?: BulkAction<Row> | undefined;
  selection: Selection<Row>;
  /** The rows of the page. */
  page: readonly Row[];
  /** How many rows match the filters. */
  total: number | undefined;
  collection: string;
  view: ListView;
  idOf: (row: Row) => string;
  nameOf: (row: Row) => string;
}
