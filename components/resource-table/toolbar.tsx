'use client';

import { lazy, type RefObject, Suspense } from 'react';
import { ViewsButton } from '#components/resource-table/saved-views/views-button.tsx';
import { SearchBox } from '#components/resource-table/search-box.tsx';
import { ViewMenu, type ViewMenuProps } from '#components/resource-table/view-menu.tsx';
import { Segmented } from '#components/ui/fields/segmented.tsx';
import { cx } from '#components/ui/text/cx.ts';
import { type ListScope, withView } from '#lib/client/lists/list-state.ts';

export interface ScopeOption {
  id: ListScope;
  label: string;
}

// Loads on demand, because some lists have only a search box.
const FilterBar = lazy(() => import('#components/resource-table/filters/filter-bar.tsx'));

const SCOPES: readonly ScopeOption[] = [
  { id: 'in', label: 'This group' },
  { id: 'below', label: 'With groups below' },
];

export interface ToolbarProps<Row extends object> extends ViewMenuProps<Row> {
  /** Whether the groups below cannot have such rows. */
  isFlat?: boolean | undefined;
  /** The scopes of the list, if not the group, and the group and below. */
  scopes?: readonly ScopeOption[] | undefined;
  /** Normalizes a searched name as the server does. */
  namesAs?: ((name: string) => string) | undefined;
  searchRef: RefObject<HTMLInputElement | null>;
  /** The ids of the list's columns in their default order. */
  columnIds: readonly string[];
}

/* Its width depends on the toolbar alone, so that a chosen filter never starts another line. */
const WITH_FILTERS = 'grow-5 basis-84 max-sm:contents';

/** Chooses the rows: scope, search and filters. */
export function TableToolbar<Row extends object>(props: ToolbarProps<Row>) {
  const { view, searchRef } = props;
  const { state } = view;
  return (
    <div className="flex flex-wrap items-center gap-2 pb-2 print:hidden">
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
      <div className={cx('flex gap-2', view.filters.length > 0 ? WITH_FILTERS : 'ml-auto')}>
        {view.filters.length > 0 && (
          <Suspense fallback={null}>
            <FilterBar view={view} collection={props.collection} />
          </Suspense>
        )}
        <div className="ml-auto flex gap-2 max-sm:order-last">
          <ViewMenu {...props} />
        </div>
      </div>
    </div>
  );
}
