/** The timings, as in the tables of RESULTS.md. */
import { median } from '../measure.ts';
import type { Timing } from './stopwatch.ts';

export function printTimings(title: string, timings: readonly Timing[]): void {
  const paints = timings.flatMap(({ paintMs }) => paintMs).sort((one, other) => one - other);
  console.log(`\n## ${title}\n`);
  console.log('| interaction | times | next paint, ms | longest | answer shown, ms | longest |');
  console.log('| --- | --- | --- | --- | --- | --- |');
  for (const { what, paintMs, shownMs } of timings) {
    const ms = [paintMs, shownMs].flatMap((all) => [median(all), Math.max(...all)]);
    console.log(`| ${what} | ${shownMs.length} | ${ms.map(Math.round).join(' | ')} |`);
  }
  const most = paints[Math.ceil(paints.length * 0.98) - 1] ?? 0;
  console.log(`\nNext paint at the 98th percentile: ${Math.round(most)} ms.`);
}
