'use client';

import { ListFilter } from 'lucide-react';
import { useRef, useState } from 'react';
import { FilterChip } from '#components/resource-table/filters/filter-chip.tsx';
import { useFitting } from '#components/resource-table/filters/use-fitting.ts';
import { filterId, type FilterValues, isSet } from '#lib/client/lists/filter-spec.ts';
import type { ListView } from '#components/resource-table/state/use-list-state.ts';
import { Button } from '#components/ui/buttons/button.tsx';
import { later } from '#components/ui/later.tsx';
import { cx } from '#components/ui/text/cx.ts';
import { isFiltered, withView } from '#lib/client/lists/list-state.ts';

const FilterSheet = later(() => import('#components/resource-table/filters/filter-sheet.tsx'));

/* Of the button of filters that have no room, if one of them narrows the list. */
const CHOSEN = 'border-accent! bg-accent-soft! forced-colors:border-[Highlight]!';

/* Without room. A chip whose menu is open stays until the focus leaves it. */
const HIDDEN = 'invisible absolute z-10 focus-within:visible has-aria-expanded:visible';

const NOTHING = { name: '', filters: {} };

export interface FilterBarProps {
  view: ListView;
  collection: string;
}

/**
 * The filters of a list: chips on one line of its toolbar, and one button for those that have no room. Those that narrow
 * the list have room, on further lines if need be. On a phone the button stands for all.
 */
export default function FilterBar({ view, collection }: FilterBarProps) {
  const specs = view.filters;
  const [open, setOpen] = useState<string | null>(null);
  const box = useRef<HTMLDivElement>(null);
  const values = view.state.filters;
  const set = specs.filter((spec) => isSet(spec, values));
  const chips = specs.filter((spec) => !spec.isRare || set.includes(spec));
  // Filters that narrow the list get room first.
  const byNeed = [...set, ...chips.filter((spec) => !set.includes(spec))];
  const order = byNeed.map((spec) => chips.indexOf(spec));
  const fitting = useFitting(box, order);
  // A filter that narrows the list stays on the screen, on another line if need be. A phone has the button alone.
  const shown = fitting === null ? [] : byNeed.slice(0, Math.max(fitting, set.length));
  const others = specs.filter((spec) => !shown.includes(spec));
  const hiddenSet = others.filter((spec) => set.includes(spec)).length;
  const show = (filters: FilterValues) => view.show(withView(view.state, { filters }));
  const list = { collection, query: view.query };
  const next = others.find((spec) => set.includes(spec)) ?? others[0];
  return (
    <div role="group" aria-label="Filters" className="contents">
      <div
        ref={box}
        className="relative flex min-h-8 w-0 flex-1 flex-wrap gap-2 max-sm:hidden pointer-coarse:min-h-10"
      >
        {chips.map((spec) => (
          <div
            key={filterId(spec)}
            className={cx('flex w-max shrink-0', others.includes(spec) && HIDDEN)}
          >
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
      </div>
      {isFiltered(view.state) && (
        <Button
          variant="ghost"
          onPress={() => view.show(withView(view.state, NOTHING))}
          className="max-sm:hidden"
        >
          Clear all
        </Button>
      )}
      {next && (
        <Button
          className={hiddenSet > 0 ? CHOSEN : ''}
          icon={ListFilter}
          hint={shown.length > 0 ? 'More filters' : undefined}
          onPress={() => setOpen(filterId(next))}
          onPointerEnter={FilterSheet.prepare}
          onFocus={FilterSheet.prepare}
        >
          {shown.length > 0 ? (
            <span>
              +{others.length}
              <span className="sr-only"> more filters</span>
            </span>
          ) : (
            <span>{`Filters${set.length === 0 ? '' : ` (${set.length})`}`}</span>
          )}
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
