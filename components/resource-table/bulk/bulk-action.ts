import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Selection } from '#components/resource-table/bulk/use-selection.ts';
import type { ListView } from '#components/resource-table/state/use-list-state.ts';
import type { ShellRequest } from '#lib/client/curl.ts';

export interface BulkGuardProps<Row> {
  rows: readonly Row[];
  children: (reason: string | false) => ReactNode;
}

/** One request for a row. */
export interface BulkPart {
  id: string;
  /** What it does: "ada: viewer on payments". */
  name: string;
  request: ShellRequest;
}

export interface BulkAction<Row> {
  /** What the rows are: "group", "groups". */
  noun: readonly [one: string, many: string];
  /** "Delete", "Remove", "Grant access to". */
  verb: string;
  /** The button, if it does not say the verb: "Grant access". */
  label?: string;
  /** "deleted", "removed", "revoked". */
  done: string;
  /** What the action will change, shown before it runs, with the fields that it needs. */
  impact: ReactNode;
  /** Why it cannot run yet: a field is empty. */
  notYet?: string | false;
  /** Takes nothing away. */
  isSafe?: boolean;
  /** By default the icon of a deletion. */
  icon?: LucideIcon;
  /** What the action sends for a row, where that is one request. */
  requestOf: (row: Row) => ShellRequest;
  /** The parts of the action for a row, if it is more than one request. */
  partsOf?: ((row: Row) => readonly BulkPart[]) | undefined;
  /** What the parts are: "role binding", "role bindings". */
  partNoun?: readonly [one: string, many: string];
  /** Lists at the end what was done. */
  isListed?: boolean;
  /** The uid of what a request for a row has changed, from its answer; that of the row unless given. */
  changed?: (row: Row, answer: unknown) => string;
  /** Why the action is not possible for a row, or false. */
  missing: (row: Row) => string | false;
  /** Asks once rows are chosen. Renders its children with why the action is not possible for all of them together. */
  Guard?: (props: BulkGuardProps<Row>) => ReactNode;
  /** What undoing makes of the rows: "granted again"; absent if that is not possible. */
  undone?: string;
  /** Called at the end, even if the action failed for some rows. */
  onDone: () => void;
}

export interface BulkBarProps<Row extends object> {
  label: string;
  action: BulkAction<Row>;
  /** Further actions. */
  otherBulk?: readonly BulkAction<Row>[] | undefined;
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
