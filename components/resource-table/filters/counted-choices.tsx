import type { ReactNode } from 'react';
import { later } from '#components/ui/later.tsx';
import {
  type ChoiceFilter,
  choicesOf,
  type FilterOption,
  valuesOf,
} from '#lib/client/lists/filter-spec.ts';
import { allRowsQuery } from '#lib/client/lists/list-state.ts';
import type { ListQuery } from '#lib/client/resources/queries.ts';

const FilterCount = later(() => import('#components/resource-table/filters/filter-count.tsx'));

/** The list that a filter narrows. */
export interface NarrowedList {
  collection: string;
  query: ListQuery;
}

/** The choices of a filter, each with the number of rows that it alone would show, if counted. */
export const countedChoices = (
  spec: ChoiceFilter,
  { collection, query }: NarrowedList,
): readonly (FilterOption & { detail?: ReactNode })[] =>
  choicesOf(spec).map((choice) => {
    if (!spec.isCounted) return choice;
    const alone = {
      ...allRowsQuery(query),
      [spec.param]: valuesOf(spec, choice.id),
      page_size: '1',
    };
    return { ...choice, detail: <FilterCount collection={collection} query={alone} /> };
  });
