/** All rows of a list, read page by page. */
import { readPage, type ListQuery } from '#lib/client/resources/queries.ts';

/** The most that the API gives at once. */
const PAGE_SIZE = '200';

/**
 * @param collection `/iam/v2beta1/groups`
 * @param query The list's filters and order, without its page.
 * @param onPage Called with the rows of each page and the number of all rows.
 * @throws ApiRequestError as a list does; AbortError when it is stopped.
 */
export async function readRows<Row>(
  collection: string,
  query: ListQuery,
  signal: AbortSignal,
  onPage: (rows: readonly Row[], total: number) => unknown,
): Promise<void> {
  let token = '';
  do {
    const page = { page_size: PAGE_SIZE, ...(token !== '' && { page_token: token }) };
    const answer = await readPage<Row>(collection, { ...query, ...page }, signal);
    await onPage(answer.rows, Number(answer.totalCount));
    token = answer.nextPageToken;
  } while (token);
}
