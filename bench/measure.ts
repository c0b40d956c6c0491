/** Measures both servers in turn, workload by workload. */
import { dataSet } from './data-set.ts';
import type { Caller, Size } from './sizes.ts';
import { drive } from './load.ts';
import type { Figures, Session } from './load.ts';
import { cpuSeconds, peakMemory, startServer } from './processes.ts';
import type { Both, RunningServer } from './processes.ts';
import { requireSameBytes } from './same-bytes.ts';
import { ADDRESS, adoptSettings } from './settings.ts';
import { workloads } from './workloads.ts';
import type { Workload } from './workloads.ts';

export interface Measured {
  workload: string;
  caller: Caller;
  connections: number;
  target: number;
  /** Medians over the rounds, and the longest of all. */
  grove: Figures;
  bare: Figures;
  /** Median of the rounds' ratios of requests per second. */
  ratio: number;
}

export interface Result {
  size: Size;
  rows: Measured[];
  startMs: number;
  peakMemoryMb: number;
  idleCpuSeconds: number;
}

export interface Pace {
  rounds: number;
  /** The duration of a workload per round. */
  ms: number;
  /** Part of the names of the workloads to measure. */
  only: string;
}

const CALLERS: readonly Caller[] = ['owner', 'four', 'scattered'];
const CONNECTIONS = [1, 16];
const WARM_UP_MS = 1_000;
const TOKEN_SECONDS = 6 * 60 * 60;

export async function measure(size: Size, pace: Pace): Promise<Result> {
  console.error(`${size.name}: making the data set where it is missing`);
  const { folder, landmarks } = dataSet(size);
  const env = { GROVE_DATA_DIR: folder, GROVE_URL: ADDRESS, ...UNREACHED };
  adoptSettings(env);
  const { mintToken } = await import('#lib/auth/tokens/minting.ts');
  const mint = (uid: string) => mintToken(uid, TOKEN_SECONDS, { url: ADDRESS });
  const { owner, four, scattered } = landmarks.callers;
  const tokens = {
    owner: await mint(owner.uid),
    four: await mint(four.uid),
    scattered: await mint(scattered.uid),
  };
  const path = `/iam/v2beta1/groups/${landmarks.root}`;
  const options = { env, path, token: tokens.owner };
  const servers: RunningServer[] = [];
  const start = async (name: string, script: string) => {
    const server = await startServer(name, script, options);
    servers.push(server);
    return server;
  };
  try {
    // The work of a first start is not part of later ones.
    await (await start('Grove', 'server.ts')).stop();
    const grove = await start('Grove', 'server.ts');
    const bare = await start('the bare server', 'bench/bare-server.ts');
    const plan = { workloads: workloads(landmarks), callers: CALLERS, connections: CONNECTIONS };
    const rows = await measureBoth(
      { grove: [grove], bare: [bare] },
      { ...plan, size, tokens },
      pace,
    );
    return {
      size,
      rows,
      startMs: grove.startMs,
      peakMemoryMb: peakMemory(grove.pid),
      idleCpuSeconds: cpuSeconds(grove.pid),
    };
  } finally {
    for (const server of servers) await server.stop();
  }
}

export interface Course {
  size: Size;
  workloads: readonly Workload[];
  callers: readonly Caller[];
  connections: readonly number[];
  tokens: Readonly<Record<Caller, string>>;
}

/** Each workload of each caller with each number of connections. */
export async function measureBoth(
  both: Both,
  { size, callers, connections, tokens, ...course }: Course,
  pace: Pace,
): Promise<Measured[]> {
  const rows: Measured[] = [];
  const chosen = course.workloads.filter(({ name }) => name.includes(pace.only));
  for (const { name, session, target, isLong } of chosen) {
    for (const caller of callers) {
      await requireSameBytes(both, session(caller), tokens[caller]);
      for (const count of isLong ? connections.slice(0, 1) : connections) {
        const run = { session: session(caller), token: tokens[caller], connections: count };
        const figures = await compare(both, run, pace);
        rows.push({ workload: name, caller, connections: count, target, ...figures });
        console.error(progress(size, rows));
      }
    }
  }
  return rows;
}

/**
 * A single caller sends as fast as it can. The limits are so high that requests are counted but
 * never refused.
 */
export const UNREACHED = { GROVE_RATE_READ: '100000000/1', GROVE_RATE_WRITE: '100000000/1' };

/** Prints the last row for the person who waits. */
function progress(size: Size, rows: readonly Measured[]): string {
  const row = rows.at(-1);
  if (row === undefined) return size.name;
  const rates = [row.grove, row.bare].map(({ requestsPerSecond }) => Math.round(requestsPerSecond));
  const { workload, caller, connections, ratio } = row;
  const what = `${size.name}: ${workload}, ${caller}, ${connections}`;
  return `${what}: ${rates.join(' to ')} a second, ${ratio.toFixed(2)}`;
}

async function compare(
  { grove, bare }: Both,
  run: { session: Session; token: string; connections: number },
  { rounds, ms }: Pace,
): Promise<Pick<Measured, 'grove' | 'bare' | 'ratio'>> {
  const figures = { grove: [] as Figures[], bare: [] as Figures[] };
  for (const servers of [grove, bare]) await drive(servers, { ...run, ms: WARM_UP_MS });
  for (let round = 0; round < rounds; round += 1) {
    figures.grove.push(await drive(grove, { ...run, ms }));
    figures.bare.push(await drive(bare, { ...run, ms }));
  }
  const ratios = figures.grove.map(
    ({ requestsPerSecond }, round) =>
      requestsPerSecond / (figures.bare[round]?.requestsPerSecond ?? Number.NaN),
  );
  return { grove: medians(figures.grove), bare: medians(figures.bare), ratio: median(ratios) };
}

export function medians(figures: readonly Figures[]): Figures {
  const of = (key: keyof Figures) => median(figures.map((figure) => figure[key]));
  return {
    requestsPerSecond: of('requestsPerSecond'),
    p50: of('p50'),
    p99: of('p99'),
    longest: Math.max(...figures.map(({ longest }) => longest)),
    cpuPerRequest: of('cpuPerRequest'),
  };
}

export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
