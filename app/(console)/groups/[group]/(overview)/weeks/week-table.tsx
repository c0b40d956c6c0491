import { numberText } from '#lib/client/counted.ts';
import {
  countOf,
  periodText,
  SEVERITY_ORDER,
  totalOf,
} from '#app/(console)/groups/[group]/(overview)/weeks/week-figures.ts';
import { SEVERITY_LABELS } from '#components/severity/severity-labels.ts';
import { Link } from '#components/ui/buttons/link.tsx';
import type { AdvisoryWeek } from '#lib/client/resources/summary.ts';

export interface WeekTableProps {
  weeks: readonly AdvisoryWeek[];
  /** The list of the advisories of a week. Without it there are no links. */
  hrefOf?: (week: AdvisoryWeek) => string;
}

/** The numbers of the chart, the newest week first. */
export function WeekTable({ weeks, hrefOf }: WeekTableProps) {
  const severities = SEVERITY_ORDER.filter((severity) =>
    weeks.some((week) => countOf(week.severities, severity) > 0),
  );
  return (
    <table aria-label="New each week" className="w-full text-sm whitespace-nowrap tabular-nums">
      <thead className="sticky top-0 bg-paper text-xs text-ink-2">
        <tr className="border-b border-line">
          <th scope="col" className="py-1.5 pr-2 text-left font-medium">
            Week
          </th>
          <th scope="col" className="px-2 text-right font-medium">
            New
          </th>
          {severities.map((severity) => (
            <th key={severity} scope="col" className="px-2 text-right font-medium">
              {SEVERITY_LABELS[severity]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeks.toReversed().map((week) => (
          <tr key={week.startTime} className="border-b border-line">
            <th scope="row" className="py-1.5 pr-2 text-left font-normal">
              {hrefOf && totalOf(week.severities) > 0 ? (
                <Link href={hrefOf(week)}>{periodText(week)}</Link>
              ) : (
                periodText(week)
              )}
            </th>
            <td className="px-2 text-right font-medium">{numberText(totalOf(week.severities))}</td>
            {severities.map((severity) => (
              <td key={severity} className="px-2 text-right text-ink-2">
                {numberText(countOf(week.severities, severity))}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
