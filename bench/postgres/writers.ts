/** Measures the speed and the waits of many concurrent writers in one organization. */
import { drive } from '../load.ts';
import type { Figures } from '../load.ts';
import { median, medians } from '../measure.ts';
import type { Pace } from '../measure.ts';
import type { Both } from '../processes.ts';
import type { Workload } from '../workloads.ts';

const CONNECTIONS = [1, 4, 16, 64];

/** The longest wait shows only after a while. */
const TIMES_AS_LONG = 3;

export interface Writers {
  connections: number;
  /** Medians over the rounds, and the longest wait of all. */
  grove: Figures;
  bare: Figures;
  /** Median of the rounds' ratios of requests per second. */
  ratio: number;
  /** The median ratio to the next smaller number of connections. */
  growth: number;
}

type Round = Record<'grove' | 'bare', Figures>;

/** All numbers of connections are in each round, so that they can be compared with each other. */
export async function measureWriters(
  both: Both,
  { session }: Workload,
  token: string,
  { rounds, ms }: Pace,
): Promise<Writers[]> {
  const measured = CONNECTIONS.map((): Round[] => []);
  for (let round = 0; round < rounds; round += 1) {
    for (const [at, connections] of CONNECTIONS.entries()) {
      const run = { session: session('owner'), token, connections, ms: ms * TIMES_AS_LONG };
      const grove = await drive(both.grove, run);
      measured[at]?.push({ grove, bare: await drive(both.bare, run) });
    }
    console.error(`writers: round ${round + 1} of ${rounds}`);
  }
  return CONNECTIONS.map((connections, at): Writers => {
    const own = measured[at] ?? [];
    const before = measured[at - 1] ?? [];
    const rate = (figures?: Figures) => figures?.requestsPerSecond ?? Number.NaN;
    return {
      connections,
      grove: medians(own.map(({ grove }) => grove)),
      bare: medians(own.map(({ bare }) => bare)),
      ratio: median(own.map(({ grove, bare }) => rate(grove) / rate(bare))),
      growth: median(own.map(({ grove }, round) => rate(grove) / rate(before[round]?.grove))),
    };
  });
}
