'use client';

import { type KeyboardEvent, type ReactNode, type RefObject, useState } from 'react';
import type { ListView } from '#components/resource-table/use-list-state.ts';
import { ViewMenu, type ViewMenuProps } from '#components/resource-table/view-menu.tsx';
import { SearchField } from '#components/ui/fields/search-field.tsx';
import { Segmented } from '#components/ui/fields/segmented.tsx';
import { type ListScope, withView } from '#lib/client/lists/list-state.ts';

export interface ListFilter {
  /** "Exact name". */
  label: string;
  /** Brings what was typed into the form that the server keeps. */
  normalize?: (text: string) => string;
}

export interface ScopeOption {
  id: ListScope;
  label: string;
}

const SCOPES: readonly ScopeOption[] = [
  { id: 'in', label: 'In this group' },
  { id: 'below', label: 'And below' },
];

export interface ToolbarProps<Row extends object> extends ViewMenuProps<Row> {
  /** Whether nothing can lie further below. */
  isFlat?: boolean | undefined;
  /** What the list can show beside, or instead of, the rows in the group and those below. */
  scopes?: readonly ScopeOption[] | undefined;
  /** By name, where the rows have one. */
  filter?: ListFilter | undefined;
  /** Controls of the list's other filters. */
  filters?: ReactNode;
  filterRef: RefObject<HTMLInputElement | null>;
}

/** Which rows: of the group or of all below it, and by name. */
export function TableToolbar<Row extends object>(props: ToolbarProps<Row>) {
  const { view, filter, filterRef } = props;
  const { state } = view;
  return (
    <div className="flex flex-wrap items-center gap-2 pb-2">
      {!props.isFlat && (
        <Segmented
          label="Which rows"
          options={props.scopes ?? SCOPES}
          value={state.scope}
          onChange={(scope) => view.show(withView(state, { scope }))}
        />
      )}
      {filter && <NameFilter view={view} filter={filter} inputRef={filterRef} />}
      {props.filters && (
        <div role="group" aria-label="Filters" className="contents">
          {props.filters}
        </div>
      )}
      <div className="ml-auto">
        <ViewMenu {...props} />
      </div>
    </div>
  );
}

interface NameFilterProps {
  view: ListView;
  filter: ListFilter;
  inputRef: RefObject<HTMLInputElement | null>;
}

/** Names are compared whole, so the filter holds from Enter on rather than with each letter. */
function NameFilter({ view, filter, inputRef }: NameFilterProps) {
  const { state } = view;
  const [text, setText] = useState(state.name);
  const [applied, setApplied] = useState(state.name);
  if (applied !== state.name) {
    setApplied(state.name);
    setText(state.name);
  }
  const apply = (typed: string) => {
    const name = filter.normalize ? filter.normalize(typed) : typed;
    if (name !== state.name) view.show(withView(state, { name }));
  };
  const leave = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && text === '') inputRef.current?.blur();
  };
  return (
    <SearchField
      label={filter.label}
      placeholder={`${filter.label}, then Enter`}
      value={text}
      onChange={setText}
      onSubmit={apply}
      onClear={() => apply('')}
      onKeyDown={leave}
      inputRef={inputRef}
      className="min-w-0 flex-1 max-sm:order-last max-sm:basis-full sm:max-w-64"
    />
  );
}
