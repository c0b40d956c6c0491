'use client';

import { ListFilter } from 'lucide-react';
import type { ListView } from '#components/resource-table/use-list-state.ts';
import { Button } from '#components/ui/buttons/button.tsx';
import { Menu, MenuChoice } from '#components/ui/overlays/menu.tsx';
import { withFilter } from '#lib/client/lists/list-state.ts';

export interface FilterChoiceProps {
  view: ListView;
  /** The API's parameter. */
  param: string;
  label: string;
  options: readonly { id: string; label: string }[];
}

const ANY = { id: '', label: 'Any' };

/** A filter of one value, for parameters that cannot be repeated. */
export function FilterChoice({ view, param, label, options }: FilterChoiceProps) {
  const value = view.state.filters[param]?.[0] ?? '';
  const chosen = options.find(({ id }) => id === value);
  return (
    <Menu
      label={label}
      placement="bottom start"
      trigger={<Button icon={ListFilter}>{chosen ? `${label}: ${chosen.label}` : label}</Button>}
    >
      <MenuChoice
        label={label}
        options={[ANY, ...options]}
        value={value}
        onChange={(id) => view.show(withFilter(view.state, param, id === '' ? [] : [id]))}
      />
    </Menu>
  );
}
