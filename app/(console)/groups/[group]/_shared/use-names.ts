'use client';

import { type QueryKey, useQuery, type UseQueryOptions } from '@tanstack/react-query';
import { type Names, NO_NAMES } from '#lib/client/resources/names.ts';

/**
 * Names by uid from the query. Empty without a query or after an error, undefined while it loads.
 */
export function useNames<Key extends QueryKey>(
  query: UseQueryOptions<Names, Error, Names, Key>,
): Names | undefined {
  const { data, isError } = useQuery(query);
  return data ?? (query.enabled !== false && !isError ? undefined : NO_NAMES);
}
