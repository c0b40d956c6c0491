'use client';

import type { ReactNode } from 'react';
import { QueryProblem } from '#components/resource/query-problem.tsx';
import type { ListResult } from '#components/resource-table/list-result.ts';
import type { ListView } from '#components/resource-table/use-list-state.ts';
import { Button } from '#components/ui/buttons/button.tsx';
import { EmptyState } from '#components/ui/feedback/empty-state.tsx';
import { ApiRequestError } from '#lib/client/api.ts';
import { otherFilters, searchText, withSearch } from '#lib/client/lists/search.ts';
import { atPage, isFiltered, pageCount, withView } from '#lib/client/lists/list-state.ts';

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

/** Why there are no rows: past the end, nothing of that name, or nothing at all. */
export function NoRows({
  view,
  total,
  empty,
}: {
  view: ListView;
  total: number;
  empty: ReactNode;
}) {
  const { state, show } = view;
  if (total > 0) {
    const last = pageCount(state, total);
    return (
      <EmptyState
        title="This page is past the end"
        action={<Button onPress={() => show(atPage(state, last))}>Go to page {last}</Button>}
      >
        Rows were removed since the address was made.
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
          ? 'Parts of a name are enough.'
          : 'In quotes or after =, a name is compared whole. Without them, a part is enough.'}
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
      >
        Every filter narrows the list further.
      </EmptyState>
    );
  }
  return empty;
}
