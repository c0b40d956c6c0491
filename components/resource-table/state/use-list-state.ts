'use client';

import { type FetchQueryOptions, type QueryKey, useQueryClient } from '@tanstack/react-query';
import { usePathname, useSearchParams } from 'next/navigation';
import { useCallback, useEffect, useMemo, useSyncExternalStore } from 'react';
import { useKeptScopes } from '#components/frame/preferences/scopes-provider.tsx';
import { useScope } from '#components/frame/use-scope.ts';
import { keepSearch } from '#components/resource-table/state/last-searches.ts';
import type { FilterSpec } from '#lib/client/lists/filter-spec.ts';
import {
  type Below,
  belowOf,
  type ListDefaults,
  listQuery,
  type ListState,
  readListState,
  withKeptScope,
  writeListState,
} from '#lib/client/lists/list-state.ts';
import type { SearchKind } from '#lib/client/lists/search-kinds.ts';
import { groupPath } from '#lib/client/paths.ts';
import type { ListQuery } from '#lib/client/resources/queries.ts';

export interface ListView {
  /** The group that it is of, or the repository. */
  group: string;
  state: ListState;
  /** The state that an address has. */
  read: (params: URLSearchParams) => ListState;
  /** What its search box finds; it has none where this is empty. */
  searches: readonly SearchKind[];
  /** What narrows it, beside its search box. */
  filters: readonly FilterSpec[];
  /** What to ask the API for. */
  query: ListQuery;
  /** The same in the groups below too; null if the list shows that already or never. */
  below: Below | null;
  /** The state as the search of an address. */
  search: string;
  /** Shows another state; it becomes an entry in the browser's history unless it corrects this one. */
  show: (state: ListState, options?: { isCorrection?: boolean }) => void;
}

const NO_SEARCH: readonly SearchKind[] = [];
const NO_FILTERS: readonly FilterSpec[] = [];

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
  const { tab } = useScope();
  const keptAs = defaults.forgetsScope ? null : tab;
  const kept = useKeptScopes();
  // Also after another group was chosen, whose list may be the same component.
  const scope = useMemo(
    () => (group && keptAs ? kept.read()[keptAs] : undefined),
    [kept, group, keptAs],
  );
  const state = useMemo(
    () => readListState(params, withKeptScope(defaults, scope)),
    [params, defaults, scope],
  );
  const isKept = scope !== undefined || params.has('scope');
  const search = String(writeListState(state, defaults, isKept));
  const isUnsaid = !params.has('scope') && writeListState(state, defaults).has('scope');
  // The address says what it shows, also to others.
  useEffect(() => {
    if (isUnsaid) window.history.replaceState(null, '', `${pathname}?${search}`);
  }, [isUnsaid, pathname, search]);
  // Pages of its rows lead back to it as it was left.
  useEffect(() => {
    if (tab !== null && pathname === groupPath(group, tab)) keepSearch(pathname, search);
  }, [group, tab, pathname, search]);
  const show = useCallback<ListView['show']>(
    (next, { isCorrection } = {}) => {
      // A view brings its own scope, which says nothing about the list without it.
      const isView = next.view !== '' || state.view !== '';
      const isSwitched = keptAs !== null && !isView && next.scope !== state.scope;
      if (isSwitched) kept.keep(keptAs, next.scope);
      const addressOf = (one: ListState) => {
        const search = String(writeListState(one, defaults, isSwitched || isKept));
        return search === '' ? pathname : `${pathname}?${search}`;
      };
      // Asked for at once: the address changes everything that hangs on it before the list sees it.
      void client.prefetchQuery(list(listQuery(next, defaults, group, thisMinute())));
      // From now on this address would mean what was switched to.
      if (isSwitched) window.history.replaceState(null, '', addressOf(state));
      // Only the rows change, so the server is not asked for the page again.
      if (isCorrection) window.history.replaceState(null, '', addressOf(next));
      else window.history.pushState(null, '', addressOf(next));
    },
    [client, list, group, pathname, defaults, state, isKept, kept, keptAs],
  );
  const now = useSyncExternalStore(neverChanges, thisMinute, thisMinute);
  const read = useCallback((other: URLSearchParams) => readListState(other, defaults), [defaults]);
  return {
    group,
    state,
    read,
    searches: defaults.search ?? NO_SEARCH,
    filters: defaults.filters ?? NO_FILTERS,
    query: listQuery(state, defaults, group, now),
    below: belowOf(state, defaults, group),
    search,
    show,
  };
}
