'use client';

import { keepPreviousData, useInfiniteQuery, useQueries, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import {
  type PickerResource,
  type PickerRows,
  pickerQueries,
  type PickerScope,
} from '#components/resource-picker/sources.ts';
import { call } from '#lib/client/api.ts';
import { namesQuery, parentsOf } from '#lib/client/resources/names.ts';
import { type ListQuery, type Page, searchOf } from '#lib/client/resources/queries.ts';

interface PickerPage<Row> {
  rows: Row[];
  /** The total of all lists. */
  total: number;
  /** The token of the next page; empty after the last. */
  next: ListQuery[];
}

async function readPage<R extends PickerResource>(
  resource: R,
  queries: readonly ListQuery[],
  signal: AbortSignal,
): Promise<PickerPage<PickerRows[R]>> {
  type List = Page & Record<R, PickerRows[R][]>;
  const lists = await Promise.all(
    queries.map((query) => call<List>(`/iam/v2beta1/${resource}?${searchOf(query)}`, { signal })),
  );
  return {
    rows: lists.flatMap((list) => list[resource]),
    total: lists.reduce((sum, { totalCount }) => sum + Number(totalCount), 0),
    next: lists.flatMap(({ nextPageToken }, index) =>
      nextPageToken === '' ? [] : [{ ...queries[index], page_token: nextPageToken }],
    ),
  };
}

/** The options for a text, page by page, with the names of the groups that hold them. */
export function usePickerRows<R extends PickerResource>(options: {
  resource: R;
  scope: PickerScope;
  text: string;
  isEnabled: boolean;
}) {
  const { resource, scope, text, isEnabled } = options;
  const queries = pickerQueries(scope, text);
  const found = useInfiniteQuery({
    queryKey: [resource, 'list', queries[0] ?? {}, 'picker', queries],
    queryFn: ({ pageParam, signal }) => readPage(resource, pageParam, signal),
    initialPageParam: queries,
    getNextPageParam: ({ next }) => (next.length > 0 ? next : undefined),
    placeholderData: keepPreviousData,
    enabled: isEnabled,
  });
  const pages = found.data?.pages;
  const holders = useQueries({
    queries: (pages ?? []).map(({ rows }) =>
      namesQuery('groups', isEnabled ? parentsOf(rows) : []),
    ),
    combine: (results) => new Map(results.flatMap(({ data }) => [...(data ?? [])])),
  });
  const rows = useMemo(() => pages?.flatMap((page) => page.rows), [pages]);
  return { ...found, rows, total: pages?.[0]?.total, holders };
}

/**
 * The row of a uid chosen elsewhere; undefined while it loads, null if the caller cannot see it.
 */
export function usePickedRow<R extends PickerResource>(
  resource: R,
  uid: string | null,
): PickerRows[R] | null | undefined {
  const query: ListQuery = { 'uidp.ids': uid ?? '' };
  const { data } = useQuery({
    queryKey: [resource, 'list', query],
    queryFn: ({ signal }) =>
      call<Page & Record<R, PickerRows[R][]>>(`/iam/v2beta1/${resource}?${searchOf(query)}`, {
        signal,
      }),
    enabled: uid !== null,
  });
  if (uid === null) return null;
  return data && (data[resource][0] ?? null);
}
