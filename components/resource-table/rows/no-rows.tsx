'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { GROUP_HOLDS_MS } from '#components/frame/query-client.ts';
import { useScope } from '#components/frame/use-scope.ts';
import { QueryProblem } from '#components/resource/query-problem.tsx';
import type { ListResult } from '#components/resource-table/state/list-result.ts';
import type { ListView } from '#components/resource-table/state/use-list-state.ts';
import { Button } from '#components/ui/buttons/button.tsx';
import { EmptyState } from '#components/ui/feedback/empty-state.tsx';
import { ApiRequestError } from '#lib/client/api.ts';
import { countQuery } from '#lib/client/lists/count-query.ts';
import { otherFilters, searchText, withSearch } from '#lib/client/lists/search.ts';
import { groupQuery } from '#lib/client/resources/queries.ts';
import { atPage, isFiltered, pageCount, withView } from '#lib/client/lists/list-state.ts';
import { formOf, numberText } from '#lib/client/counted.ts';

/** Why a list could not be read. */
export function ListProblem(props: { label: string; result: ListResult; error: Error }) {
  const { error, result } = props;
  if (error instanceof ApiRequestError && error.httpStatus === 403) {
    return (
      <EmptyState title="You may not see this list">
        {error.message}. An owner of the group can grant you a role that allows it.
      </EmptyState>
    );
  }
  return <QueryProblem title={`${props.label} could not be loaded`} query={result} />;
}

export interface NoRowsProps {
  view: ListView;
  /** The path of the collection in the API. */
  collection: string;
  total: number;
  /** When that was read, in ms. */
  readAt: number;
  empty: ReactNode;
}

/** Shows the page that is last now, if the rows of this page no longer exist. */
function LastPage({ view, total }: { view: ListView; total: number }) {
  useEffect(() => {
    const last = atPage(view.state, pageCount(view.state, total));
    // Next.js follows the address only once the whole page is mounted, which happens after this effect.
    const timer = setTimeout(() => view.show(last, { isCorrection: true }));
    return () => clearTimeout(timer);
  }, [view, total]);
  return <Waiting />;
}

/** Shown until the counts say which explanation is right. */
const Waiting = () => <div aria-busy className="min-h-40" />;

/** Whether the group was there when its list had no rows. Otherwise its frame says that it is gone. */
function useGroupIsThere(readAt: number): boolean {
  const client = useQueryClient();
  const { group } = useScope();
  const query = groupQuery(group ?? '');
  const [isOld] = useState(() => {
    const knownAt = client.getQueryState(query.queryKey)?.dataUpdatedAt ?? readAt;
    return group !== null && readAt - knownAt > GROUP_HOLDS_MS;
  });
  const { isFetchedAfterMount } = useQuery({ ...query, enabled: isOld, staleTime: 0 });
  return !isOld || isFetchedAfterMount;
}

/** Says why there are no rows: they are in groups below, none matches, or there are none. */
export function NoRows({ view, collection, total, readAt, empty }: NoRowsProps) {
  const { state, show, below } = view;
  const others = useQuery({
    ...countQuery(collection, below?.query ?? {}),
    enabled: below !== null && total === 0,
  });
  const isThere = useGroupIsThere(readAt);
  if (total > 0) return <LastPage view={view} total={total} />;
  if (others.isLoading || !isThere) return <Waiting />;
  const count = Number(others.data?.totalCount ?? 0);
  if (below && count > 0) {
    const number = numberText(count);
    return (
      <EmptyState
        title={isFiltered(state) ? 'Nothing in this group matches' : 'Nothing in this group'}
        action={<Button onPress={() => show(below.state)}>Show {number} below</Button>}
      >
        {isFiltered(state)
          ? `${number} in the groups below ${formOf(count, ['matches', 'match'])}.`
          : `There ${formOf(count, ['is', 'are'])} ${number} in the groups below.`}
      </EmptyState>
    );
  }
  const sought = searchText(state, view.searches);
  const isSearchOnly = Object.keys(otherFilters(state, view.searches)).length === 0;
  if (sought !== '' && isSearchOnly) {
    return (
      <EmptyState
        title={
          state.name === ''
            ? `Nothing matches “${sought}”`
            : `Nothing here is named “${state.name}”`
        }
        action={
          <Button onPress={() => show(withSearch(state, '', view.searches))}>Clear search</Button>
        }
      >
        {state.name === ''
          ? 'Part of a name is enough.'
          : 'In quotes or after =, the whole name must match.'}
      </EmptyState>
    );
  }
  if (isFiltered(state)) {
    return (
      <EmptyState
        title="Nothing matches these filters"
        action={
          <Button onPress={() => show(withView(state, { name: '', filters: {} }))}>
            Clear filters
          </Button>
        }
      />
    );
  }
  return empty;
}
