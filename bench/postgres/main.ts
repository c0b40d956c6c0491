/** `npm run bench -- --postgres`: Grove on PostgreSQL beside a bare server on the same database. */
import { measureBoth } from '../measure.ts';
import type { Pace } from '../measure.ts';
import { printMachine } from '../report.ts';
import type { Size } from '../sizes.ts';
import { workloads } from '../workloads.ts';
import { printReads, printWriters } from './report.ts';
import type { Part } from './report.ts';
import { onPostgres } from './servers.ts';
import type { Setup } from './servers.ts';
import { measureWriters } from './writers.ts';
import type { Writers } from './writers.ts';

/** The small data is copied in some seconds, the large data in a minute or two. */
const SIZES: Readonly<Record<string, Size>> = {
  small: { name: 'pg-small', groups: 300, repos: 3_000, advisories: 10_000, identities: 1_000 },
  large: {
    name: 'pg-large',
    groups: 5_000,
    repos: 20_000,
    advisories: 200_000,
    identities: 3_000,
  },
};

/** The reads that the bare server knows, which are first pages of one group. */
const READS = [
  'repos by name, page 1',
  'children of a group',
  'get by uid',
  'exact name',
  'advisories below a middling group',
  'advisories below the root',
];
const WRITES = 'create, update, delete';

const INSTANCES = [1, 2];
const CONNECTIONS = [1, 16];

/** @param names of sizes. */
export async function measurePostgres(names: readonly string[], pace: Pace): Promise<void> {
  const parts: Part[] = [];
  for (const size of names.flatMap((name) => SIZES[name] ?? [])) {
    await onPostgres(size, async (setup) => {
      for (const instances of INSTANCES) {
        parts.push(await measurePart(size, setup, instances, pace));
      }
    });
  }
  printMachine();
  printReads(parts);
  printWriters(parts);
}

async function measurePart(
  size: Size,
  { landmarks, token, start }: Setup,
  instances: number,
  pace: Pace,
): Promise<Part> {
  console.error(`${size.name}: ${instances} of each server`);
  const both = await start(instances);
  try {
    const known = workloads(landmarks);
    const course = {
      size,
      workloads: known.filter(({ name }) => READS.includes(name)),
      callers: ['owner'] as const,
      connections: CONNECTIONS,
      tokens: { owner: token, four: token, scattered: token },
    };
    const reads = await measureBoth(both, course, pace);
    const writes = known.filter(({ name }) => name === WRITES && name.includes(pace.only));
    const writers: Writers[] = [];
    for (const one of writes) writers.push(...(await measureWriters(both, one, token, pace)));
    return { size, instances, reads, writers };
  } finally {
    for (const server of [...both.grove, ...both.bare]) await server.stop();
  }
}
