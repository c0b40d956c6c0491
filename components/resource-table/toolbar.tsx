'use client';

import { lazy, type RefObject, Suspense } from 'react';
import { ViewsButton } from '#components/resource-table/saved-views/views-button.tsx';
import { SearchBox } from '#components/resource-table/search-box.tsx';
import { ViewMenu, type ViewMenuProps } from '#components/resource-table/view-menu.tsx';
import { Segmented } from '#components/ui/fields/segmented.tsx';
import { type ListScope, withView } from '#lib/client/lists/list-state.ts';

export interface ScopeOption {
  id: ListScope;
  label: string;
}

// Lists that have only a search box do without.
const FilterBar = lazy(() => import('#components/resource-table/filters/filter-bar.tsx'));

const SCOPES: readonly ScopeOption[] = [
  { id: 'in', label: 'In this group' },
  { id: 'below', label: 'And below' },
];

export interface ToolbarProps<Row extends object> extends ViewMenuProps<Row> {
  /** Whether nothing can lie further below. */
  isFlat?: boolean | undefined;
  /** What the list can show beside, or instead of, the rows in the group and those below. */
  scopes?: readonly ScopeOption[] | undefined;
  /** Brings a name that is searched for into the form that the server keeps. */
  namesAs?: ((name: string) => string) | undefined;
  searchRef: RefObject<HTMLInputElement | null>;
  /** The list's columns, as it comes. */
  columnIds: readonly string[];
}

/** Which rows: of the group or of all below it, what they are searched for, and by which filters. */
export function TableToolbar<Row extends object>(props: ToolbarProps<Row>) {
  const { view, searchRef } = props;
  const { state } = view;
  return (
    <div className="flex flex-wrap items-center gap-2 pb-2">
      <ViewsButton
        view={view}
        collection={props.collection}
        columnIds={props.columnIds}
        layout={props.model.layout}
        onLayout={props.model.arrange}
      />
      {!props.isFlat && (
        <Segmented
          label="Which rows"
          options={props.scopes ?? SCOPES}
          value={state.scope}
          onChange={(scope) => view.show(withView(state, { scope }))}
        />
      )}
      {view.searches.length > 0 && (
        <SearchBox
          label={`Search ${props.label.toLowerCase()}`}
          view={view}
          namesAs={props.namesAs}
          inputRef={searchRef}
        />
      )}
      {view.filters.length > 0 && (
        <Suspense fallback={null}>
          <FilterBar view={view} collection={props.collection} />
        </Suspense>
      )}
      <div className="ml-auto max-sm:order-last">
        <ViewMenu {...props} />
      </div>
    </div>
  );
}
