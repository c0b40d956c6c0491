/** What was timed, as the tables of RESULTS.md have it. */
import { median } from '../measure.ts';
import type { Timing } from './stopwatch.ts';

const whole = (value: number) => String(Math.round(value));

export function printTimings(title: string, timings: readonly Timing[]): void {
  const lines = timings.map(({ what, paintMs, shownMs }) =>
    [
      what,
      shownMs.length,
      median(paintMs),
      Math.max(...paintMs),
      median(shownMs),
      Math.max(...shownMs),
    ]
      .map((cell) => (typeof cell === 'number' ? whole(cell) : cell))
      .join(' | '),
  );
  console.log(`\n## ${title}\n`);
  console.log('| interaction | times | next paint, ms | longest | answer shown, ms | longest |');
  console.log('| --- | --- | --- | --- | --- | --- |');
  for (const line of lines) console.log(`| ${line} |`);
}
