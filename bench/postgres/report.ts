/** The tables of the measurements on PostgreSQL, in Markdown. */
import { fixed, table, whole } from '../report.ts';
import type { Measured } from '../measure.ts';
import type { Size } from '../sizes.ts';
import type { Writers } from './writers.ts';

/** Shares of the bare server's requests per second. */
const AIMS = { reads: 0.5, writes: 0.4 };

/** The results of this number of instances of each server. */
export interface Part {
  size: Size;
  instances: number;
  reads: Measured[];
  writers: Writers[];
}

const placeOf = ({ size, instances }: Part): string[] => [size.name, String(instances)];

export function printReads(parts: readonly Part[]): void {
  const rows = parts.flatMap((part) =>
    part.reads.map(({ workload, connections, grove, bare, ratio }) => [
      ...placeOf(part),
      workload,
      String(connections),
      whole(grove.requestsPerSecond),
      fixed(grove.p50),
      fixed(grove.p99),
      fixed(grove.cpuPerRequest, 3),
      whole(bare.requestsPerSecond),
      fixed(bare.cpuPerRequest, 3),
      fixed(ratio),
      fixed(bare.cpuPerRequest / grove.cpuPerRequest),
    ]),
  );
  console.log(`## Reads, aim ${AIMS.reads}\n\n${table(READ_COLUMNS, rows)}\n`);
}

const READ_COLUMNS = [
  'data',
  'instances',
  'workload',
  'conn.',
  'req/s',
  'p50 ms',
  'p99 ms',
  'CPU ms',
  'bare req/s',
  'bare CPU ms',
  'ratio',
  'CPU ratio',
];

export function printWriters(parts: readonly Part[]): void {
  const rows = parts.flatMap((part) =>
    part.writers.map(({ connections, grove, bare, ratio, growth }) => [
      ...placeOf(part),
      String(connections),
      whole(grove.requestsPerSecond),
      fixed(grove.p50),
      whole(grove.longest),
      whole(bare.requestsPerSecond),
      whole(bare.longest),
      fixed(ratio),
      fixed(bare.cpuPerRequest / grove.cpuPerRequest),
      fixed(growth),
    ]),
  );
  console.log(
    `## Writers into one organization, aim ${AIMS.writes}\n\n${table(WRITE_COLUMNS, rows)}`,
  );
}

const WRITE_COLUMNS = [
  'data',
  'instances',
  'writers',
  'req/s',
  'p50 ms',
  'longest ms',
  'bare req/s',
  'bare longest ms',
  'ratio',
  'CPU ratio',
  'of the row before',
];
