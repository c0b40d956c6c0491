'use client';

import { counted, numberText } from '#lib/client/counted.ts';
import { useState } from 'react';
import { WeekBars } from '#app/(console)/groups/[group]/(overview)/weeks/week-bars.tsx';
import {
  countOf,
  periodText,
  SEVERITY_ORDER,
  sumOf,
  totalOf,
} from '#app/(console)/groups/[group]/(overview)/weeks/week-figures.ts';
import { WeekTable } from '#app/(console)/groups/[group]/(overview)/weeks/week-table.tsx';
import { SEVERITY_FILLS } from '#components/severity/severity-fills.ts';
import { SEVERITY_LABELS } from '#components/severity/severity-labels.ts';
import { Segmented } from '#components/ui/fields/segmented.tsx';
import { cx } from '#components/ui/text/cx.ts';
import type { AdvisoryWeek } from '#lib/client/resources/summary.ts';

type Shown = 'chart' | 'table';

const FORMS: readonly { id: Shown; label: string }[] = [
  { id: 'chart', label: 'Chart' },
  { id: 'table', label: 'Table' },
];

export interface WeekChartProps {
  weeks: readonly AdvisoryWeek[];
  /** The list of the advisories of a week. */
  hrefOf: (week: AdvisoryWeek) => string;
}

/** New advisories of each week by severity, as a chart or as a table. */
export function WeekChart({ weeks, hrefOf }: WeekChartProps) {
  const [form, setForm] = useState<Shown>('chart');
  const [current, setCurrent] = useState<AdvisoryWeek | null>(null);
  const severities = current?.severities ?? sumOf(weeks);
  return (
    <figure className="flex flex-col gap-3 pt-4">
      <figcaption className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <span>
          New each week{' '}
          <span className="text-ink-2 tabular-nums">
            {numberText(totalOf(severities))}
            {current
              ? `, ${periodText(current)}`
              : ` in ${counted(weeks.length, ['week', 'weeks'])}`}
          </span>
        </span>
        <Segmented label="New each week as" options={FORMS} value={form} onChange={setForm} />
      </figcaption>
      {form === 'chart' && (
        <>
          <WeekBars weeks={weeks} hrefOf={hrefOf} onCurrent={setCurrent} />
          <Legend severities={severities} />
        </>
      )}
      {/* Screen readers get the table in both forms. */}
      <div className={form === 'table' ? 'max-h-64 overflow-auto' : 'sr-only'}>
        <WeekTable weeks={weeks} {...(form === 'table' && { hrefOf })} />
      </div>
    </figure>
  );
}

/** The colours, each with the number of the week under the pointer or of all weeks. */
function Legend({ severities }: { severities: AdvisoryWeek['severities'] }) {
  return (
    <ul aria-hidden className="flex flex-wrap gap-x-4 gap-y-1 text-xs text-ink-2">
      {SEVERITY_ORDER.map((severity) => (
        <li key={severity} className="flex items-center gap-1.5 whitespace-nowrap">
          <span className={cx('size-2.5 rounded-sm', SEVERITY_FILLS[severity])} />
          <span>{SEVERITY_LABELS[severity]}</span>
          <span className="min-w-8 text-ink tabular-nums">
            {numberText(countOf(severities, severity))}
          </span>
        </li>
      ))}
    </ul>
  );
}
