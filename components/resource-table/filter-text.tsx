'use client';

import { useState } from 'react';
import type { ListView } from '#components/resource-table/use-list-state.ts';
import { SearchField } from '#components/ui/fields/search-field.tsx';
import { withFilter } from '#lib/client/lists/list-state.ts';

export interface FilterTextProps {
  view: ListView;
  /** The API's parameter. */
  param: string;
  label: string;
}

/** A filter by a text that holds from Enter on. */
export function FilterText({ view, param, label }: FilterTextProps) {
  const set = view.state.filters[param]?.[0] ?? '';
  const [text, setText] = useState(set);
  const [applied, setApplied] = useState(set);
  if (applied !== set) {
    setApplied(set);
    setText(set);
  }
  const apply = (value: string) => {
    if (value !== set) view.show(withFilter(view.state, param, value === '' ? [] : [value]));
  };
  return (
    <SearchField
      label={label}
      placeholder={`${label}, then Enter`}
      value={text}
      onChange={setText}
      onSubmit={(value) => apply(value.trim())}
      onClear={() => apply('')}
      className="min-w-0 flex-1 max-sm:order-last max-sm:basis-full sm:max-w-64"
    />
  );
}
