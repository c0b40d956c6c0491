import { dayRange } from '#components/ui/text/time.ts';
import {
  type FilterSpec,
  type FilterValues,
  type PeriodFilter,
} from '#lib/client/lists/filter-spec.ts';

/** Made on demand: the first `Intl` of a page takes 30 ms. */
const dayFormat = () =>
  new Intl.DateTimeFormat('en', {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    timeZone: 'UTC',
  });

function periodText(spec: PeriodFilter, values: FilterValues): string {
  const since = Date.parse(values[spec.since]?.[0] ?? '');
  const until = Date.parse((spec.until && values[spec.until]?.[0]) ?? '');
  if (!Number.isNaN(since) && !Number.isNaN(until)) return dayRange(dayFormat(), since, until);
  if (!Number.isNaN(since)) return `since ${dayFormat().format(since)}`;
  return Number.isNaN(until) ? '' : `until ${dayFormat().format(until)}`;
}

/** A filter's value in words, except the names of resources. */
export function valueText(spec: FilterSpec, values: FilterValues): string {
  switch (spec.kind) {
    case 'choice': {
      const chosen = values[spec.param] ?? [];
      const set = spec.sets?.find(
        ({ values: of }) => of.length === chosen.length && of.every((id) => chosen.includes(id)),
      );
      if (set) return set.label;
      const named = spec.options.filter(({ id }) => chosen.includes(id));
      return named.map(({ label }) => label).join(', ');
    }
    case 'period':
      return periodText(spec, values);
    case 'text':
    case 'resource':
      return (values[spec.param] ?? []).join(', ');
  }
}
