'use client';

import { ResourcePicker } from '#components/resource-picker/resource-picker.tsx';
import type { ListView } from '#components/resource-table/use-list-state.ts';
import { withFilter } from '#lib/client/lists/list-state.ts';

const FILTERS = [
  { param: 'identity', label: 'Identity', resource: 'identities', placeholder: 'Any identity' },
  { param: 'role', label: 'Role', resource: 'roles', placeholder: 'Any role' },
] as const;

/** Filters by identity and by role. */
export function BindingFilters({ view }: { view: ListView }) {
  return FILTERS.map(({ param, ...picker }) => (
    <ResourcePicker
      key={param}
      {...picker}
      hideLabel
      value={view.state.filters[param]?.[0] ?? null}
      onChange={(uid) => view.show(withFilter(view.state, param, uid === null ? [] : [uid]))}
      className="min-w-0 flex-1 max-sm:order-last max-sm:basis-[45%] sm:max-w-56"
    />
  ));
}
