import { queryOptions } from '@tanstack/react-query';
import { call } from '#lib/client/api.ts';
import { type ListQuery, type Page, searchOf } from '#lib/client/resources/queries.ts';

/** A list of which only the count matters. Its key is that of the list, so changes refresh both. */
export const pageQuery = (collection: string, query: ListQuery) =>
  queryOptions({
    queryKey: [collection.split('/').at(-1), 'list', query],
    queryFn: ({ signal }) => call<Page>(`${collection}?${searchOf(query)}`, { signal }),
  });
