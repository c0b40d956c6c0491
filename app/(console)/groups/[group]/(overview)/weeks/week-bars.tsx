import { type KeyboardEvent, useState } from 'react';
import {
  axisText,
  countOf,
  dayText,
  linesUpTo,
  SEVERITY_ORDER,
  totalOf,
  weekText,
} from '#app/(console)/groups/[group]/(overview)/weeks/week-figures.ts';
import { SEVERITY_FILLS } from '#components/severity/severity-fills.ts';
import { NextLink } from '#components/ui/buttons/next-link.tsx';
import { cx } from '#components/ui/text/cx.ts';
import type { AdvisoryWeek } from '#lib/client/resources/summary.ts';

/** Every fourth week has its day on the axis. */
const LABELLED = 4;

/* Stacked from the bottom up, the most severe at the bottom. */
const STACK = SEVERITY_ORDER.toReversed();

export interface WeekBarsProps {
  weeks: readonly AdvisoryWeek[];
  hrefOf: (week: AdvisoryWeek) => string;
  /** The week under the pointer or with the focus. */
  onCurrent: (week: AdvisoryWeek | null) => void;
}

/** The bar that a key moves to from one of the bars; null for other keys. */
function reachedBy(event: KeyboardEvent): HTMLElement | null {
  if (event.altKey || event.ctrlKey || event.metaKey) return null;
  const bars = [...(event.currentTarget.parentElement?.querySelectorAll('a') ?? [])];
  const at = bars.findIndex((bar) => bar === event.currentTarget);
  const steps: Readonly<Record<string, number>> = {
    ArrowLeft: at - 1,
    ArrowRight: at + 1,
    Home: 0,
    End: bars.length - 1,
  };
  return bars[steps[event.key] ?? -1] ?? null;
}

/**
 * A bar for each week on axes of weeks and numbers. It is one tab stop: the arrow keys move between
 * the weeks that have advisories.
 */
export function WeekBars({ weeks, hrefOf, onCurrent }: WeekBarsProps) {
  const totals = weeks.map(({ severities }) => totalOf(severities));
  const [stop, setStop] = useState(() => totals.findLastIndex((total) => total > 0));
  const lines = linesUpTo(Math.max(...totals));
  const top = lines.at(-1) ?? 1;
  return (
    <div className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-2 pt-2 text-xs text-ink-2 tabular-nums">
      <div aria-hidden className="relative w-7">
        {[0, ...lines].map((line) => (
          <span
            key={line}
            className="absolute right-0 translate-y-1/2"
            style={{ bottom: `${(line / top) * 100}%` }}
          >
            {axisText(line)}
          </span>
        ))}
      </div>
      <div className="relative h-28 border-b border-edge">
        {lines.map((line) => (
          <span
            key={line}
            aria-hidden
            className="absolute inset-x-0 border-t border-line"
            style={{ bottom: `${(line / top) * 100}%` }}
          />
        ))}
        <div role="group" aria-label="New each week" className="absolute inset-0 flex">
          {weeks.map((week, index) => (
            <Bar
              key={week.startTime}
              week={week}
              top={top}
              href={hrefOf(week)}
              isStop={index === stop}
              onCurrent={onCurrent}
              onFocus={() => setStop(index)}
            />
          ))}
        </div>
      </div>
      <div aria-hidden className="relative col-start-2 h-5 pt-1">
        {weeks.map(
          ({ startTime }, index) =>
            index % LABELLED === 0 && (
              <span
                key={startTime}
                className="absolute -translate-x-1/2 whitespace-nowrap"
                style={{ left: `${((index + 0.5) / weeks.length) * 100}%` }}
              >
                {dayText(startTime)}
              </span>
            ),
        )}
      </div>
    </div>
  );
}

interface BarProps extends Pick<WeekBarsProps, 'onCurrent'> {
  week: AdvisoryWeek;
  /** The number at the top of the chart. */
  top: number;
  href: string;
  /** Whether the bar is the tab stop. */
  isStop: boolean;
  onFocus: () => void;
}

/** The bar of a week links to its advisories, if it has any. */
function Bar({ week, top, href, isStop, onCurrent, onFocus }: BarProps) {
  const shared = {
    onPointerEnter: () => onCurrent(week),
    onPointerLeave: () => onCurrent(null),
    className:
      'flex h-full min-w-0 flex-1 flex-col items-center justify-end -outline-offset-2 hover:bg-ink/8 focus-visible:bg-accent-soft forced-colors:hover:bg-[Highlight]',
  };
  if (totalOf(week.severities) === 0) return <span aria-hidden {...shared} />;
  return (
    <NextLink
      {...shared}
      href={href}
      aria-label={weekText(week)}
      tabIndex={isStop ? 0 : -1}
      onFocus={() => {
        onFocus();
        onCurrent(week);
      }}
      onBlur={() => onCurrent(null)}
      onKeyDown={(event) => {
        const bar = reachedBy(event);
        if (bar === null) return;
        event.preventDefault();
        bar.focus();
      }}
    >
      {STACK.map((severity) => (
        <span
          key={severity}
          className={cx('w-7/10', SEVERITY_FILLS[severity])}
          style={{ height: `${(countOf(week.severities, severity) / top) * 100}%` }}
        />
      ))}
    </NextLink>
  );
}
