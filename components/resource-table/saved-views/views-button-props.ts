import type { TableLayout } from '#components/resource-table/columns/layouts.ts';
import type { ListView } from '#components/resource-table/state/use-list-state.ts';

export interface ViewsButtonProps {
  view: ListView;
  /** The collection of the API: "/iam/v2beta1/groups". */
  collection: string;
  /** The list's columns, as it comes. */
  columnIds: readonly string[];
  layout: TableLayout;
  /** Replaces the arrangement of the columns. */
  onLayout: (layout: TableLayout) => void;
}
