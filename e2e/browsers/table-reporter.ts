/** Prints a line for each engine at the end. */
import type { Reporter, TestCase, TestResult } from '@playwright/test/reporter';

const HEAD = ['engine', 'screens', 'controls', 'journeys', 'failed', 'seconds'];

interface Line {
  engine: string;
  screens: number;
  controls: number;
  journeys: number;
  failed: number;
  seconds: number;
}

export default class TableReporter implements Reporter {
  readonly #lines = new Map<string, Line>();

  onTestEnd(test: TestCase, { annotations, status, duration }: TestResult): void {
    const [, project = ''] = test.titlePath();
    const noted = (type: string) => annotations.find((one) => one.type === type)?.description;
    const line = this.#lines.get(project);
    const isJourney = noted('screens') === undefined;
    const isPassed = status === 'passed';
    this.#lines.set(project, {
      engine: noted('engine') ?? line?.engine ?? project,
      screens: (line?.screens ?? 0) + Number(noted('screens') ?? 0),
      controls: (line?.controls ?? 0) + Number(noted('controls') ?? 0),
      journeys: (line?.journeys ?? 0) + (isJourney && isPassed ? 1 : 0),
      failed: (line?.failed ?? 0) + (isPassed ? 0 : 1),
      seconds: (line?.seconds ?? 0) + Math.round(duration / 1000),
    });
  }

  onEnd(): void {
    const rows = [
      HEAD,
      ...[...this.#lines.values()].map((line) => Object.values(line).map(String)),
    ];
    const width = (at: number) => Math.max(...rows.map((row) => row[at]?.length ?? 0));
    for (const row of rows) {
      process.stdout.write(`${row.map((cell, at) => cell.padEnd(width(at))).join('  ')}\n`);
    }
  }
}
