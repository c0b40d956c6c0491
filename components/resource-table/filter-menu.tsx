'use client';

import { Check, ListFilter } from 'lucide-react';
import { Menu as AriaMenu, MenuItem as AriaMenuItem } from 'react-aria-components/Menu';
import { MenuTrigger } from 'react-aria-components/Menu';
import { Popover } from 'react-aria-components/Popover';
import { Text } from 'react-aria-components/Text';
import type { ListView } from '#components/resource-table/use-list-state.ts';
import { Button } from '#components/ui/button.tsx';
import { cx } from '#components/ui/cx.ts';
import { popoverClass, popoverItemClass } from '#components/ui/popover-style.ts';
import { withFilter } from '#lib/client/list-state.ts';

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
    <MenuTrigger>
      <Button icon={ListFilter}>
        {names.length === 0 ? label : `${label}: ${names.join(', ')}`}
      </Button>
      <Popover placement="bottom start" offset={4} className={cx(popoverClass, 'min-w-44')}>
        <AriaMenu
          aria-label={label}
          selectionMode="multiple"
          shouldCloseOnSelect={false}
          selectedKeys={chosen}
          onSelectionChange={(keys) => {
            const all = keys === 'all' ? options.map(({ id }) => id) : [...keys].map(String);
            view.show(withFilter(view.state, param, all));
          }}
          className="outline-none"
        >
          {options.map((option) => (
            <AriaMenuItem
              key={option.id}
              id={option.id}
              textValue={option.label}
              className={cx(popoverItemClass, 'group/choice')}
            >
              <Text slot="label" className="flex-1">
                {option.label}
              </Text>
              <Check
                aria-hidden
                size={16}
                className="invisible shrink-0 text-accent group-data-selected/choice:visible"
              />
            </AriaMenuItem>
          ))}
        </AriaMenu>
      </Popover>
    </MenuTrigger>
  );
}
