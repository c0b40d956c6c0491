'use client';

import { useState } from 'react';
import type { NarrowedList } from '#components/resource-table/filters/counted-choices.tsx';
import { FilterField } from '#components/resource-table/filters/filter-field.tsx';
import {
  countedValues,
  filterId,
  type FilterSpec,
  type FilterValues,
  paramsOf,
  without,
} from '#lib/client/lists/filter-spec.ts';
import { Button } from '#components/ui/buttons/button.tsx';
import { useDebounced } from '#components/ui/hooks/use-debounced.ts';
import { Sheet } from '#components/ui/overlays/sheet.tsx';

/* Milliseconds without typing before the choices are counted. */
const PAUSE_MS = 300;

export interface FilterSheetProps {
  specs: readonly FilterSpec[];
  values: FilterValues;
  list: NarrowedList;
  /** The filter that gets the focus. */
  focused: string;
  onApply: (values: FilterValues) => void;
  onClose: () => void;
}

/** All filters of a list in one place. */
export default function FilterSheet({ specs, list, onApply, onClose, ...props }: FilterSheetProps) {
  const [values, setValues] = useState(props.values);
  const params = specs.flatMap(paramsOf);
  const others = Object.entries(list.query).filter(([param]) => !params.includes(param));
  const counted = countedValues(specs, values, useDebounced(values, PAUSE_MS));
  const narrowed = { ...list, query: { ...Object.fromEntries(others), ...counted } };
  const cleared = () => specs.reduce((left, spec) => without(spec, left), values);
  return (
    <Sheet
      title="Filters"
      onClose={onClose}
      footer={
        <>
          <Button onPress={() => onApply(cleared())}>Clear all</Button>
          <Button variant="primary" onPress={() => onApply(values)}>
            Show results
          </Button>
        </>
      }
    >
      <form
        className="flex flex-col gap-5"
        onSubmit={(event) => {
          event.preventDefault();
          onApply(values);
        }}
      >
        {specs.map((spec) => (
          <FilterField
            key={filterId(spec)}
            spec={spec}
            values={values}
            list={narrowed}
            onChange={setValues}
            autoFocus={filterId(spec) === props.focused}
          />
        ))}
        <button type="submit" hidden />
      </form>
    </Sheet>
  );
}
