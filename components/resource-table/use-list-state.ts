'use client';

import { type FetchQueryOptions, type QueryKey, useQueryClient } from '@tanstack/react-query';
import { usePathname, useSearchParams } from 'next/navigation';
import { useCallback, useMemo, useSyncExternalStore } from 'react';
import {
  type ListDefaults,
  listQuery,
  type ListState,
  readListState,
  writeListState,
} from '#lib/client/lists/list-state.ts';
import type { SearchKind } from '#lib/client/lists/search-kinds.ts';
import type { ListQuery } from '#lib/client/resources/queries.ts';

export interface ListView {
  state: ListState;
  /** What its search box finds; it has none where this is empty. */
  searches: readonly SearchKind[];
  /** What to ask the API for. */
  query: ListQuery;
  /** Shows another state; it becomes an entry in the browser's history unless it corrects this one. */
  show: (state: ListState, options?: { isCorrection?: boolean }) => void;
}

const NO_SEARCH: readonly SearchKind[] = [];

const MINUTE_MS = 60_000;

/* Read at each render, exact enough for how old a page token is. */
const thisMinute = () => Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS;
const neverChanges = () => () => undefined;

/**
 * The state of the list in the address. `defaults` and `list` must be the same each time.
 *
 * @param list the query that the list makes of what to ask for.
 */
export function useListState<List, Key extends QueryKey>(
  group: string,
  defaults: ListDefaults,
  list: (query: ListQuery) => FetchQueryOptions<List, Error, List, Key>,
): ListView {
  const client = useQueryClient();
  const pathname = usePathname();
  const params = useSearchParams();
  const state = useMemo(() => readListState(params, defaults), [params, defaults]);
  const show = useCallback<ListView['show']>(
    (next, { isCorrection } = {}) => {
      // Asked for at once: the address changes everything that hangs on it before the list sees it.
      void client.prefetchQuery(list(listQuery(next, group, thisMinute())));
      const search = String(writeListState(next, defaults));
      const address = search === '' ? pathname : `${pathname}?${search}`;
      // Only the rows change, so the server is not asked for the page again.
      if (isCorrection) window.history.replaceState(null, '', address);
      else window.history.pushState(null, '', address);
    },
    [client, list, group, pathname, defaults],
  );
  const now = useSyncExternalStore(neverChanges, thisMinute, thisMinute);
  return {
    state,
    searches: defaults.search ?? NO_SEARCH,
    query: listQuery(state, group, now),
    show,
  };
}
