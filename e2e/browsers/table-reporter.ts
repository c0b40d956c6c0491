/** Prints a line for each engine and what failed in it. */
import type { FullResult, Reporter, TestCase, TestResult } from '@playwright/test/reporter';

interface Line {
  engine: string;
  screens: string;
  controls: string;
  journeys: number;
  seconds: number;
}

const HEAD = ['engine', 'screens', 'controls', 'journeys', 'seconds'];

export default class TableReporter implements Reporter {
  readonly #lines = new Map<string, Line>();
  readonly #failures: string[] = [];

  onTestEnd(test: TestCase, result: TestResult): void {
    const [, project = ''] = test.titlePath();
    const noted = (type: string) =>
      result.annotations.find((annotation) => annotation.type === type)?.description;
    const line = this.#lines.get(project) ?? {
      engine: project,
      screens: '–',
      controls: '–',
      journeys: 0,
      seconds: 0,
    };
    line.engine = noted('engine') ?? line.engine;
    line.screens = noted('screens') ?? line.screens;
    line.controls = noted('controls') ?? line.controls;
    if (noted('screens') === undefined && result.status === 'passed') line.journeys += 1;
    line.seconds += Math.round(result.duration / 1000);
    this.#lines.set(project, line);
    if (result.status === 'passed') return;
    const why = result.errors.map(({ message }) => message).join('\n');
    this.#failures.push(`${test.titlePath().slice(1).join(' › ')}\n${why}`);
  }

  onError({ message = '' }: { message?: string }): void {
    this.#failures.push(message);
  }

  onEnd({ duration }: FullResult): void {
    const rows = [...this.#lines.values()].map((line) => Object.values(line).map(String));
    const widths = HEAD.map((head, at) =>
      Math.max(head.length, ...rows.map((row) => row[at]?.length ?? 0)),
    );
    const print = (cells: string[]) =>
      process.stdout.write(`${cells.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join('  ')}\n`);
    for (const failure of this.#failures) process.stdout.write(`${failure}\n\n`);
    [HEAD, ...rows].forEach(print);
    const end =
      this.#failures.length === 0 ? 'All as it should be' : `${this.#failures.length} failed`;
    process.stdout.write(`${end}, in ${Math.round(duration / 1000)} s\n`);
  }

  printsToStdio(): boolean {
    return true;
  }
}
