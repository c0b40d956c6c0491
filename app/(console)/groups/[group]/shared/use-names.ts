'use client';

import { type QueryKey, useQuery, type UseQueryOptions } from '@tanstack/react-query';
import { type Names, NO_NAMES } from '#lib/client/resources/names.ts';

/** What the query gives of names, by uid; none where nothing is asked for or it fails, undefined until they are known. */
export function useNames<Key extends QueryKey>(
  query: UseQueryOptions<Names, Error, Names, Key>,
): Names | undefined {
  const { data, isError } = useQuery(query);
  return data ?? (query.enabled !== false && !isError ? undefined : NO_NAMES);
}
