import { getQuery } from '#lib/client/get-query.ts';
import { type ListQuery, type Page, searchOf } from '#lib/client/resources/queries.ts';

/** A list of which only the count matters. Its key is that of the list, so changes refresh both. */
export const countQuery = (collection: string, query: ListQuery) =>
  getQuery<Page>([collection.split('/').at(-1), 'list', query], `${collection}?${searchOf(query)}`);
