'use client';

import { ListFilter } from 'lucide-react';
import type { ListView } from '#components/resource-table/use-list-state.ts';
import { Button } from '#components/ui/buttons/button.tsx';
import { Menu, MenuChoices } from '#components/ui/overlays/menu.tsx';
import { withFilter } from '#lib/client/lists/list-state.ts';

export interface FilterMenuProps {
  view: ListView;
  /** The API's parameter. */
  param: string;
  /** "Severity". */
  label: string;
  options: readonly { id: string; label: string }[];
}

/** A filter of several values; any of them lets a row through. */
export function FilterMenu({ view, param, label, options }: FilterMenuProps) {
  const chosen = view.state.filters[param] ?? [];
  const names = options.filter(({ id }) => chosen.includes(id)).map((option) => option.label);
  return (
    <Menu
      label={label}
      placement="bottom start"
      trigger={
        <Button icon={ListFilter}>
          {names.length === 0 ? label : `${label}: ${names.join(', ')}`}
        </Button>
      }
    >
      <MenuChoices
        label={label}
        options={options}
        values={chosen}
        onChange={(all) => view.show(withFilter(view.state, param, all))}
      />
    </Menu>
  );
}
