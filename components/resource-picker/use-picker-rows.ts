'use client';

import { keepPreviousData, useInfiniteQuery, useQueries, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import {
  pickerLists,
  type PickerResource,
  type PickerRows,
  type PickerScope,
} from '#components/resource-picker/sources.ts';
import { textsOf } from '#components/resource-picker/words.ts';
import { useMarks } from '#components/resource/use-marks.ts';
import { getQuery } from '#lib/client/get-query.ts';
import { namesQuery, parentsOf } from '#lib/client/resources/names.ts';
import { readThings, type ThingList, thingQuery } from '#lib/client/resources/things.ts';
import { byCloseness } from '#lib/client/search/closeness.ts';
import { markedNames } from '#lib/client/session/organizations.ts';
import { type ListQuery, type Page, readPage, searchOf } from '#lib/client/resources/queries.ts';
import { uniqueRows } from '#lib/client/resources/unique.ts';

interface PickerPage<Row> {
  rows: Row[];
  /** The total of all lists. */
  total: number;
  /** The next page of each list that has one. */
  next: readonly ThingList[];
}

type RowList<R extends PickerResource> = Page & Record<R, PickerRows[R][]>;

async function readList<R extends PickerResource>(
  resource: R,
  list: ThingList,
  signal: AbortSignal,
): Promise<Page & { rows: PickerRows[R][] }> {
  if (resource !== 'things') return readPage(`/iam/v2beta1/${resource}`, list.query, signal);
  const page = await readThings(list, signal);
  return { ...page, rows: page.things as PickerRows[R][] };
}

async function readLists<R extends PickerResource>(
  resource: R,
  lists: readonly ThingList[],
  signal: AbortSignal,
): Promise<PickerPage<PickerRows[R]>> {
  const pages = await Promise.all(lists.map((list) => readList(resource, list, signal)));
  return {
    rows: pages.flatMap(({ rows }) => rows),
    total: pages.reduce((sum, { totalCount }) => sum + Number(totalCount), 0),
    next: pages.flatMap(({ nextPageToken }, index) => {
      const list = lists[index];
      if (nextPageToken === '' || !list) return [];
      return [{ ...list, query: { ...list.query, page_token: nextPageToken } }];
    }),
  };
}

/** The first options: those closest to the text first, with whole names that come behind other pages. */
async function readFirst<R extends PickerResource>(
  resource: R,
  lists: readonly ThingList[],
  { scope, text }: { scope: PickerScope; text: string },
  signal: AbortSignal,
): Promise<PickerPage<PickerRows[R]>> {
  const page = await readLists(resource, lists, signal);
  if (text === '') return page;
  const isPart = page.next.length > 0 && resource !== 'things';
  const named = isPart
    ? await readLists(resource, namedLists(resource, scope, text), signal)
    : null;
  const rows = uniqueRows([...(named?.rows ?? []), ...page.rows]);
  return { ...page, rows: byCloseness(text, rows, textsOf) };
}

const namedLists = (resource: PickerResource, scope: PickerScope, name: string) =>
  pickerLists(resource, scope, '').map(({ type, query }) => ({ type, query: { ...query, name } }));

/** The options for a text, page by page, with the names of the groups that hold them. */
export function usePickerRows<R extends PickerResource>(options: {
  resource: R;
  scope: PickerScope;
  text: string;
  isEnabled: boolean;
}) {
  const { resource, scope, text, isEnabled } = options;
  const lists = pickerLists(resource, scope, text);
  const found = useInfiniteQuery({
    queryKey: [resource, 'list', lists[0]?.query ?? {}, 'picker', lists],
    queryFn: ({ pageParam, signal }) =>
      pageParam.some(({ query }) => 'page_token' in query)
        ? readLists(resource, pageParam, signal)
        : readFirst(resource, pageParam, { scope, text }, signal),
    initialPageParam: lists,
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
  // A row that came first by its whole name comes again with its page.
  const rows = useMemo(() => pages && uniqueRows(pages.flatMap((page) => page.rows)), [pages]);
  const marks = useMarks();
  const marked = useMemo(() => markedNames(holders, marks), [holders, marks]);
  return { ...found, rows, total: pages?.[0]?.total, holders: marked };
}

/**
 * The row of a uid chosen elsewhere; undefined while it loads, null if the caller cannot see it.
 */
export function usePickedRow<R extends PickerResource>(
  resource: R,
  uid: string | null,
): PickerRows[R] | null | undefined {
  const query: ListQuery = { 'uidp.ids': uid ?? '' };
  const isThing = resource === 'things';
  const { data } = useQuery({
    ...getQuery<RowList<R>>(
      [resource, 'list', query],
      `/iam/v2beta1/${resource}?${searchOf(query)}`,
    ),
    enabled: uid !== null && !isThing,
  });
  const { data: thing } = useQuery(thingQuery(isThing ? uid : null));
  if (uid === null) return null;
  if (isThing) return thing as PickerRows[R] | null | undefined;
  return data && (data[resource][0] ?? null);
}
