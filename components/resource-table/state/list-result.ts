import type { Page } from '#lib/client/resources/queries.ts';

/** What of a query's result a table shows; the previous page may stand in while the next one loads. */
export interface ListResult {
  data: Page | undefined;
  error: Error | null;
  isFetching: boolean;
  isPlaceholderData: boolean;
  refetch: () => unknown;
}
