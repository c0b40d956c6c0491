'use client';

import { ListFilter } from 'lucide-react';
import { useState } from 'react';
import { FilterChip } from '#components/resource-table/filters/filter-chip.tsx';
import { filterId, type FilterValues, isSet } from '#lib/client/lists/filter-spec.ts';
import type { ListView } from '#components/resource-table/state/use-list-state.ts';
import { Button } from '#components/ui/buttons/button.tsx';
import { later } from '#components/ui/later.tsx';
import { isFiltered, withView } from '#lib/client/lists/list-state.ts';

const FilterSheet = later(() => import('#components/resource-table/filters/filter-sheet.tsx'));

const NOTHING = { name: '', filters: {} };

export interface FilterBarProps {
  view: ListView;
  collection: string;
}

/** The filters of a list: chips in its toolbar, and on a phone one button with the number of active filters. */
export default function FilterBar({ view, collection }: FilterBarProps) {
  const specs = view.filters;
  const [open, setOpen] = useState<string | null>(null);
  const values = view.state.filters;
  const count = specs.filter((spec) => isSet(spec, values)).length;
  const rare = specs.filter((spec) => spec.isRare && !isSet(spec, values));
  const show = (filters: FilterValues) => view.show(withView(view.state, { filters }));
  const list = { collection, query: view.query };
  const first = specs[0] ? filterId(specs[0]) : '';
  return (
    <div role="group" aria-label="Filters" className="contents">
      <Button
        icon={ListFilter}
        onPress={() => setOpen(first)}
        onPointerEnter={FilterSheet.prepare}
        onFocus={FilterSheet.prepare}
        className="sm:hidden"
      >
        {count === 0 ? 'Filters' : `Filters (${count})`}
      </Button>
      {specs
        .filter((spec) => !rare.includes(spec))
        .map((spec) => (
          <div key={filterId(spec)} className="flex max-sm:hidden">
            <FilterChip
              spec={spec}
              values={values}
              list={list}
              onChange={show}
              onOpen={() => setOpen(filterId(spec))}
              onNear={FilterSheet.prepare}
            />
          </div>
        ))}
      {rare[0] && (
        <Button
          icon={ListFilter}
          onPress={() => setOpen(rare[0] ? filterId(rare[0]) : '')}
          onPointerEnter={FilterSheet.prepare}
          onFocus={FilterSheet.prepare}
          className="max-sm:hidden"
        >
          More filters
        </Button>
      )}
      {isFiltered(view.state) && (
        <Button
          variant="ghost"
          onPress={() => view.show(withView(view.state, NOTHING))}
          className="max-sm:hidden"
        >
          Clear all
        </Button>
      )}
      {open !== null && (
        <FilterSheet
          specs={specs}
          values={values}
          list={list}
          focused={open}
          onApply={(next) => {
            setOpen(null);
            show(next);
          }}
          onClose={() => setOpen(null)}
        />
      )}
    </div>
  );
}
