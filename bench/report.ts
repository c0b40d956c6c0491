/** Tables of the measurements, in Markdown. */
import { cpus, release, totalmem, type } from 'node:os';
import type { Measured, Result } from './measure.ts';

export const whole = (value: number) => (Number.isNaN(value) ? '-' : String(Math.round(value)));
export const fixed = (value: number, digits = 2) =>
  Number.isNaN(value) ? '-' : value.toFixed(digits);

const COLUMNS = [
  'workload',
  'caller',
  'conn.',
  'req/s',
  'p50 ms',
  'p99 ms',
  'CPU ms',
  'bare req/s',
  'bare CPU ms',
  'ratio',
  'target',
  'CPU ratio',
];

function cells(row: Measured): string[] {
  const { grove, bare } = row;
  return [
    row.workload,
    row.caller,
    String(row.connections),
    whole(grove.requestsPerSecond),
    fixed(grove.p50),
    fixed(grove.p99),
    fixed(grove.cpuPerRequest, 3),
    whole(bare.requestsPerSecond),
    fixed(bare.cpuPerRequest, 3),
    fixed(row.ratio),
    fixed(row.target, 1),
    fixed(bare.cpuPerRequest / grove.cpuPerRequest),
  ];
}

export function table(head: readonly string[], rows: readonly string[][]): string {
  const line = (row: readonly string[]) => `| ${row.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

export function printMachine(): void {
  const [processor] = cpus();
  console.log(
    `${type()} ${release()}, ${cpus().length} × ${processor?.model.trim()}, ` +
      `${Math.round(totalmem() / 2 ** 30)} GB, Node.js ${process.version}\n`,
  );
}

export function printTables(results: readonly Result[]): void {
  printMachine();
  for (const { size, rows, startMs, peakMemoryMb } of results) {
    const { groups, repos, advisories, identities } = size;
    console.log(
      `## ${size.name}: ${groups} groups, ${repos} repositories, ${advisories} advisories, ${identities} identities\n\n` +
        `Start to first answer ${whole(startMs)} ms, at most ${whole(peakMemoryMb)} MB of memory.\n`,
    );
    console.log(`${table(COLUMNS, rows.map(cells))}\n`);
  }
  const [small, large] = results;
  if (small !== undefined && large !== undefined) printGrowth(small, large);
}

/** Requests per second on the large data, relative to the small. */
function printGrowth(small: Result, large: Result): void {
  const rows = large.rows.flatMap((row) => {
    const other = small.rows.find(
      ({ workload, caller, connections }) =>
        workload === row.workload && caller === row.caller && connections === row.connections,
    );
    if (other === undefined) return [];
    const share = row.grove.requestsPerSecond / other.grove.requestsPerSecond;
    const cpu = other.grove.cpuPerRequest / row.grove.cpuPerRequest;
    return [[row.workload, row.caller, String(row.connections), fixed(share), fixed(cpu)]];
  });
  const head = ['workload', 'caller', 'conn.', 'large / small', 'by CPU'];
  console.log(`## Large against small\n\n${table(head, rows)}`);
}
