import type { Page } from '#lib/client/resources/queries.ts';

/** The part of a query's result that a table shows. While a page loads, it may be the previous page. */
export interface ListResult {
  data: Page | undefined;
  /** When the page was read, in ms. */
  dataUpdatedAt: number;
  error: Error | null;
  isFetching: boolean;
  isPlaceholderData: boolean;
  refetch: () => unknown;
}
