/** All rows of a list, read page by page. */
import { readPage, type ListQuery } from '#lib/client/resources/queries.ts';

/** The most that the API gives at once. */
const PAGE_SIZE = '200';

/**
 * The pages of a list, in order.
 *
 * @param collection `/iam/v2beta1/groups`
 * @param query The list's filters and order, without its page.
 * @throws ApiRequestError as a list does; AbortError when it is stopped.
 */
export async function* pagesOf<Row>(collection: string, query: ListQuery, signal: AbortSignal) {
  let token = '';
  do {
    const page = { page_size: PAGE_SIZE, ...(token !== '' && { page_token: token }) };
    const answer = await readPage<Row>(collection, { ...query, ...page }, signal);
    token = answer.nextPageToken;
    yield { rows: answer.rows, total: Number(answer.totalCount), isLast: token === '' };
  } while (token !== '');
}
