import type { TableLayout } from '#components/resource-table/columns/layouts.ts';
import type { ListView } from '#components/resource-table/state/use-list-state.ts';

export interface ViewsButtonProps {
  view: ListView;
  /** The collection of the API: "/iam/v2beta1/groups". */
  collection: string;
  /** The ids of the list's columns in their default order. */
  columnIds: readonly string[];
  layout: TableLayout;
  /** Replaces the arrangement of the columns. */
  onLayout: (layout: TableLayout) => void;
}
