import { NextLink } from '#components/ui/buttons/next-link.tsx';
import { SEVERITY_LABELS } from '#components/severity/severity-labels.ts';
import type { AdvisoryWeek } from '#lib/client/resources/summary.ts';

const FILLS: Readonly<Record<string, string>> = {
  CRITICAL: 'fill-sev-critical',
  HIGH: 'fill-sev-high',
  MEDIUM: 'fill-sev-medium',
  LOW: 'fill-sev-low',
  SEVERITY_UNSPECIFIED: 'fill-edge',
};

const HEIGHT = 96;
const STEP = 10;
const WIDTH = 7;

const DAY = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short', timeZone: 'UTC' });
const NUMBERS = new Intl.NumberFormat('en');

/* Stacked from the bottom up, the most severe first. */
const ORDER = Object.keys(SEVERITY_LABELS);

const countIn = ({ severities }: AdvisoryWeek) =>
  Object.values(severities).reduce((sum, count) => sum + Number(count), 0);

function wordsOf(week: AdvisoryWeek): string {
  const parts = ORDER.flatMap((severity) => {
    const count = Number(week.severities[severity] ?? 0);
    return count === 0
      ? []
      : [`${NUMBERS.format(count)} ${(SEVERITY_LABELS[severity] ?? '').toLowerCase()}`];
  });
  const from = DAY.format(new Date(week.startTime));
  return `Week from ${from}: ${parts.length === 0 ? 'none' : parts.join(', ')}`;
}

/** The parts of a bar, stacked. */
function stackOf({ severities }: AdvisoryWeek, most: number) {
  const heights = ORDER.map(
    (severity) => (Number(severities[severity] ?? 0) / most) * (HEIGHT - 2),
  );
  return ORDER.map((severity, index) => ({
    severity,
    y: HEIGHT - heights.slice(0, index + 1).reduce((sum, height) => sum + height, 0),
    height: heights[index],
  }));
}

/** New advisories of each week, stacked by severity. A bar links to the advisories of its week. */
export function WeekChart({ list, weeks }: { list: string; weeks: readonly AdvisoryWeek[] }) {
  const most = Math.max(1, ...weeks.map(countIn));
  const first = weeks[0];
  return (
    <figure className="pt-4">
      <figcaption className="flex justify-between pb-2 text-sm text-ink-2">
        <span>New each week</span>
        <span className="tabular-nums">peak {NUMBERS.format(most)}</span>
      </figcaption>
      <svg
        viewBox={`0 0 ${weeks.length * STEP} ${HEIGHT}`}
        preserveAspectRatio="none"
        className="h-24 w-full border-b border-edge"
      >
        {weeks.map((week, index) => (
          <Bar key={week.startTime} list={list} week={week} most={most} x={index * STEP} />
        ))}
      </svg>
      <p aria-hidden className="flex justify-between pt-1 text-xs text-ink-2 tabular-nums">
        <span>{first && DAY.format(new Date(first.startTime))}</span>
        <span>today</span>
      </p>
    </figure>
  );
}

function Bar(props: { list: string; week: AdvisoryWeek; most: number; x: number }) {
  const { list, week, most, x } = props;
  if (countIn(week) === 0) return null;
  const since = encodeURIComponent(week.startTime);
  const until = encodeURIComponent(week.endTime);
  return (
    <NextLink
      href={`${list}&created_since=${since}&created_until=${until}`}
      aria-label={wordsOf(week)}
      data-hint={wordsOf(week)}
      className="group/bar"
    >
      <rect
        x={x}
        y={0}
        width={STEP}
        height={HEIGHT}
        className="fill-transparent group-hover/bar:fill-paper-3 group-focus-visible/bar:fill-accent-soft"
      />
      {stackOf(week, most).map(({ severity, y, height }) => (
        <rect
          key={severity}
          x={x + (STEP - WIDTH) / 2}
          y={y}
          width={WIDTH}
          height={height}
          className={FILLS[severity]}
        />
      ))}
    </NextLink>
  );
}
