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
  type ListOffer,
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
  /** The uid of the list's group or repository. */
  group: string;
  state: ListState;
  /** Reads the state from the parameters of an address. */
  read: (params: URLSearchParams) => ListState;
  /** What the search box finds; if empty, the list has none. */
  searches: readonly SearchKind[];
  /** The filters, besides the search box. */
  filters: readonly FilterSpec[];
  /** The query of the API request. */
  query: ListQuery;
  /** The query that includes the groups below; null if this one does, or if the list never does. */
  below: Below | null;
  /** The state as the query of an address. */
  search: string;
  /** Shows another state, as a new entry in the browser's history unless it corrects this one. */
  show: (state: ListState, options?: { isCorrection?: boolean }) => void;
}

const NO_SEARCH: readonly SearchKind[] = [];
const NO_FILTERS: readonly FilterSpec[] = [];

const MINUTE_MS = 60_000;

/* The time in ms, rounded down to a minute so that renders agree. Page tokens are valid for days. */
const thisMinute = () => Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS;
const neverChanges = () => () => undefined;

/**
 * The state of the list in the address. `offer` and `list` must be the same each time.
 *
 * @param list makes the query of TanStack Query from that of the API.
 */
export function useListState<List, Key extends QueryKey>(
  group: string,
  offer: ListOffer,
  list: (query: ListQuery) => FetchQueryOptions<List, Error, List, Key>,
): ListView {
  const client = useQueryClient();
  const pathname = usePathname();
  const params = useSearchParams();
  const { tab } = useScope();
  const keptAs = offer.forgetsScope ? null : tab;
  const kept = useKeptScopes();
  // Depends on the group, because another group may keep the component.
  const scope = useMemo(
    () => (group && keptAs ? kept.read()[keptAs] : undefined),
    [kept, group, keptAs],
  );
  const state = useMemo(
    () => readListState(params, withKeptScope(offer, scope)),
    [params, offer, scope],
  );
  const isKept = scope !== undefined || params.has('scope');
  const search = String(writeListState(state, offer, isKept));
  const isUnsaid = !params.has('scope') && writeListState(state, offer).has('scope');
  // The address names the scope, so that a link shows others the same.
  useEffect(() => {
    if (isUnsaid) window.history.replaceState(null, '', `${pathname}?${search}`);
  }, [isUnsaid, pathname, search]);
  // The pages of rows link back to this search.
  useEffect(() => {
    if (tab !== null && pathname === groupPath(group, tab)) keepSearch(pathname, search);
  }, [group, tab, pathname, search]);
  const show = useCallback<ListView['show']>(
    (next, { isCorrection } = {}) => {
      // A saved view has its own scope, which does not change the kept scope.
      const isView = next.savedView !== '' || state.savedView !== '';
      const isSwitched = keptAs !== null && !isView && next.scope !== state.scope;
      if (isSwitched) kept.keep(keptAs, next.scope);
      const addressOf = (one: ListState) => {
        const search = String(writeListState(one, offer, isSwitched || isKept));
        return search === '' ? pathname : `${pathname}?${search}`;
      };
      // Requests the rows immediately. The list sees the new address only after a render.
      void client.prefetchQuery(list(listQuery(next, offer, group, thisMinute())));
      // Without a scope in it, this address would now mean the new scope.
      if (isSwitched) window.history.replaceState(null, '', addressOf(state));
      // Only the rows change, so the page is not requested again.
      if (isCorrection) window.history.replaceState(null, '', addressOf(next));
      else window.history.pushState(null, '', addressOf(next));
    },
    [client, list, group, pathname, offer, state, isKept, kept, keptAs],
  );
  const now = useSyncExternalStore(neverChanges, thisMinute, thisMinute);
  const read = useCallback((other: URLSearchParams) => readListState(other, offer), [offer]);
  return {
    group,
    state,
    read,
    searches: offer.search ?? NO_SEARCH,
    filters: offer.filters ?? NO_FILTERS,
    query: listQuery(state, offer, group, now),
    below: belowOf(state, offer, group),
    search,
    show,
  };
}
