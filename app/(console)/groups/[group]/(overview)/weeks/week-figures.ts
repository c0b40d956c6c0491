/** The figures and words of the weeks in the chart and in the table. */
import { SEVERITY_LABELS } from '#components/severity/severity-labels.ts';
import { dayRange } from '#components/ui/text/time.ts';
import type { AdvisoryWeek } from '#lib/client/resources/summary.ts';
import { numberText } from '#lib/client/counted.ts';

type Severities = AdvisoryWeek['severities'];

/** The most severe first. */
export const SEVERITY_ORDER = Object.keys(SEVERITY_LABELS);

const DAY = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short', timeZone: 'UTC' });
const SHORT_NUMBERS = new Intl.NumberFormat('en', { notation: 'compact' });

export const axisText = (count: number) => SHORT_NUMBERS.format(count);
export const dayText = (time: string) => DAY.format(new Date(time));

/** "Nov 15 – 22". */
export const periodText = ({ startTime, endTime }: AdvisoryWeek) =>
  dayRange(DAY, Date.parse(startTime), Date.parse(endTime));

export const countOf = (severities: Severities, severity: string) =>
  Number(severities[severity] ?? 0);

export const totalOf = (severities: Severities) =>
  SEVERITY_ORDER.reduce((sum, severity) => sum + countOf(severities, severity), 0);

/** All weeks together. */
export function sumOf(weeks: readonly AdvisoryWeek[]): Severities {
  return Object.fromEntries(
    SEVERITY_ORDER.map((severity) => [
      severity,
      String(weeks.reduce((sum, { severities }) => sum + countOf(severities, severity), 0)),
    ]),
  );
}

/** "Week from Nov 15: 1 critical, 12 low". */
export function weekText({ startTime, severities }: AdvisoryWeek): string {
  const parts = SEVERITY_ORDER.map((severity) => ({
    count: countOf(severities, severity),
    label: (SEVERITY_LABELS[severity] ?? '').toLowerCase(),
  })).filter(({ count }) => count > 0);
  const words = parts.map(({ count, label }) => `${numberText(count)} ${label}`);
  return `Week from ${dayText(startTime)}: ${words.join(', ') || 'none'}`;
}

/** The values of the grid lines above zero, at most three, at round numbers. The last one is the top. */
export function linesUpTo(most: number): number[] {
  const magnitude = 10 ** Math.floor(Math.log10(Math.max(1, most)));
  const steps = [magnitude / 5, magnitude / 2, magnitude, magnitude * 2, magnitude * 5];
  const fits = (step: number) => Number.isInteger(step) && most / step <= 3;
  const step = steps.find(fits) ?? most;
  const count = Math.max(1, Math.ceil(most / step));
  return Array.from({ length: count }, (_, line) => (line + 1) * step);
}
