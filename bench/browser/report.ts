/** The timings, as in the tables of RESULTS.md. */
import { median } from '../measure.ts';
import type { Timing } from './stopwatch.ts';

export function printTimings(title: string, timings: readonly Timing[]): void {
  console.log(`\n## ${title}\n`);
  console.log('| interaction | times | next paint, ms | longest | answer shown, ms | longest |');
  console.log('| --- | --- | --- | --- | --- | --- |');
  for (const { what, paintMs, shownMs } of timings) {
    const ms = [paintMs, shownMs].flatMap((all) => [median(all), Math.max(...all)]);
    console.log(`| ${what} | ${shownMs.length} | ${ms.map(Math.round).join(' | ')} |`);
  }
}
