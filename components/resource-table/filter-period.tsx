'use client';

import { X } from 'lucide-react';
import type { ListView } from '#components/resource-table/use-list-state.ts';
import { Button } from '#components/ui/buttons/button.tsx';
import { withView } from '#lib/client/lists/list-state.ts';

export interface FilterPeriodProps {
  view: ListView;
  /** The API's parameters. */
  since: string;
  until: string;
  /** "Created". */
  label: string;
}

const DAY = new Intl.DateTimeFormat('en', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
});

/** The period that a chart led to; a press takes it away again. Nothing while there is none. */
export function FilterPeriod({ view, since, until, label }: FilterPeriodProps) {
  const { [since]: from, [until]: to, ...others } = view.state.filters;
  const start = Date.parse(from?.[0] ?? '');
  const end = Date.parse(to?.[0] ?? '');
  if (Number.isNaN(start) || Number.isNaN(end)) return null;
  return (
    <Button
      icon={X}
      hint="Show all times again"
      onPress={() => view.show(withView(view.state, { filters: others }))}
    >
      {`${label}: ${DAY.formatRange(start, end)}`}
    </Button>
  );
}
