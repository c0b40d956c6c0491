'use client';

import { ListFilter } from 'lucide-react';
import { useState } from 'react';
import { FilterText } from '#components/resource-table/filter-text.tsx';
import type { ListView } from '#components/resource-table/use-list-state.ts';
import { Button } from '#components/ui/buttons/button.tsx';

const RARE = [
  { param: 'issuer', label: 'Exact issuer' },
  { param: 'subject', label: 'Exact subject' },
];

/** Filters by a part of the name, or by exact match rules. */
export function IdentityFilters({ view }: { view: ListView }) {
  const isSet = RARE.some(({ param }) => param in view.state.filters);
  const [isMore, setMore] = useState(isSet);
  const isShown = isMore || isSet;
  return (
    <>
      <FilterText view={view} param="query" label="Name, e-mail or subject" />
      {isShown ? (
        RARE.map(({ param, label }) => (
          <FilterText key={param} view={view} param={param} label={label} />
        ))
      ) : (
        <Button icon={ListFilter} onPress={() => setMore(true)}>
          More filters
        </Button>
      )}
    </>
  );
}
