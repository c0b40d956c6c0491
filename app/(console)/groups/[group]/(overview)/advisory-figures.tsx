import { NextLink } from '#components/ui/buttons/next-link.tsx';
import {
  NoLines,
  Section,
  WaitingLines,
} from '#app/(console)/groups/[group]/(overview)/section.tsx';
import { WeekChart } from '#app/(console)/groups/[group]/(overview)/weeks/week-chart.tsx';
import { SEVERITY_FILLS } from '#components/severity/severity-fills.ts';
import { SEVERITY_LABELS } from '#components/severity/severity-labels.ts';
import { Severity } from '#components/severity/severity.tsx';
import { Skeleton } from '#components/ui/feedback/skeleton.tsx';
import { OPEN_STATUSES } from '#lib/resources/advisory-statuses.ts';
import { groupPath } from '#lib/client/paths.ts';
import type { AdvisoryWeek, GroupSummary } from '#lib/client/resources/summary.ts';
import { numberText } from '#lib/client/counted.ts';

const periodOf = ({ startTime, endTime }: AdvisoryWeek) =>
  String(new URLSearchParams({ created_since: startTime, created_until: endTime }));

const OPEN = OPEN_STATUSES.map((status) => `&statuses=${status}`).join('');

/** Open advisories by severity, and all by the week of their creation. */
export function AdvisoryFigures(props: { uid: string; figures: GroupSummary['advisories'] }) {
  const { uid, figures } = props;
  const list = `${groupPath(uid, 'advisories')}?scope=below`;
  const counts = Object.keys(SEVERITY_LABELS).map((severity) => ({
    severity,
    count: Number(figures?.openSeverities[severity] ?? 0),
  }));
  const most = Math.max(1, ...counts.map(({ count }) => count));
  const open = counts.reduce((sum, { count }) => sum + count, 0);
  const isEmpty = figures && Object.values(figures.severities).every((count) => count === '0');
  return (
    <Section title="Advisories" href={list} more="All advisories">
      {!figures ? (
        <>
          <Skeleton className="mt-2 ml-1 h-5 w-16" />
          <WaitingLines count={5} />
          <Skeleton className="mt-4 h-32 w-full" />
        </>
      ) : isEmpty ? (
        <NoLines>None. Advisories for repositories in this group appear here by severity.</NoLines>
      ) : (
        <>
          <p className="px-1 pt-2">
            Open <span className="text-ink-2 tabular-nums">{`${numberText(open)} in all`}</span>
          </p>
          <ul>
            {counts.map(({ severity, count }) => (
              <li key={severity} className="border-b border-line">
                <NextLink
                  href={`${list}&severities=${severity}${OPEN}`}
                  className="grid h-10 grid-cols-[6.5rem_1fr_4.5rem] items-center gap-3 px-1 -outline-offset-2 hover:bg-paper-2"
                >
                  <Severity severity={severity} />
                  <span aria-hidden className="h-2 rounded-full bg-paper-3">
                    <span
                      className={`block h-full rounded-full ${SEVERITY_FILLS[severity] ?? ''}`}
                      style={{ width: `${(count / most) * 100}%` }}
                    />
                  </span>
                  <span className="text-right tabular-nums">{numberText(count)}</span>
                </NextLink>
              </li>
            ))}
          </ul>
          <WeekChart weeks={figures.weeks} hrefOf={(week) => `${list}&${periodOf(week)}`} />
        </>
      )}
    </Section>
  );
}
