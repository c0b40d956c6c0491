/** `npm run bench -- --postgres`: Grove on PostgreSQL beside a bare server on the same database. */
import { onServer } from '../../e2e/api/postgres/databases.ts';
import { startPostgres } from '../../e2e/support/postgres.ts';
import { dataSet } from '../data-set.ts';
import { measureBoth, UNREACHED } from '../measure.ts';
import type { Pace } from '../measure.ts';
import { cpuSeconds, peakMemory, startServer } from '../processes.ts';
import type { RunningServer } from '../processes.ts';
import { printTables } from '../report.ts';
import { ADDRESS, adoptSettings } from '../settings.ts';
import type { Size } from '../sizes.ts';
import { workloads } from '../workloads.ts';

/** A tenth of the small set, so that it is copied soon. */
const SIZE: Size = {
  name: 'postgres',
  groups: 300,
  repos: 3_000,
  advisories: 10_000,
  identities: 1_000,
};

/** First pages of one group, and writes: what the bare server knows. */
const MEASURED = [
  'repos by name, page 1',
  'children of a group',
  'get by uid',
  'exact name',
  'advisories below a middling group',
  'advisories below the root',
  'create, update, delete',
];

const CONNECTIONS = [1, 4, 16];
const TOKEN_SECONDS = 60 * 60;

export async function measurePostgres(pace: Pace): Promise<void> {
  console.error('making the data set where it is missing');
  const { folder, landmarks } = dataSet(SIZE);
  const env = { GROVE_DATA_DIR: folder, GROVE_URL: ADDRESS, ...UNREACHED };
  adoptSettings(env);
  const { mintToken } = await import('#lib/auth/tokens/minting.ts');
  const { copy } = await import('#lib/store/copy/copy.ts');
  const token = await mintToken(landmarks.callers.owner.uid, TOKEN_SECONDS, { url: ADDRESS });
  const path = `/iam/v2beta1/groups/${landmarks.root}`;
  const servers: RunningServer[] = [];
  const start = async (name: string, script: string, more: Record<string, string> = {}) => {
    const server = await startServer(name, script, { env: { ...env, ...more }, path, token });
    servers.push(server);
    return server;
  };
  const postgres = await startPostgres({ isDurable: true, usesDisk: true });
  try {
    // The copy wants the tables of this version.
    await (await start('Grove', 'server.ts')).stop();
    await onServer('CREATE DATABASE grove', postgres.url('postgres'));
    const url = postgres.url('grove');
    console.error('copying it');
    await copy({ from: `file:${folder}/grove.db`, to: url, onStep: () => {} });
    await onServer('VACUUM ANALYZE', url);
    const grove = await start('Grove', 'server.ts', { DATABASE_URL: url });
    const bare = await start('the bare server', 'bench/postgres/bare-server.ts', {
      DATABASE_URL: url,
    });
    const rows = await measureBoth(
      { grove, bare },
      {
        size: SIZE,
        workloads: workloads(landmarks).filter(({ name }) => MEASURED.includes(name)),
        callers: ['owner'],
        connections: CONNECTIONS,
        tokens: { owner: token, four: token, scattered: token },
      },
      pace,
    );
    const [startMs, peakMemoryMb] = [grove.startMs, peakMemory(grove.pid)];
    const idleCpuSeconds = cpuSeconds(grove.pid);
    printTables([{ size: SIZE, rows, startMs, peakMemoryMb, idleCpuSeconds }]);
  } finally {
    for (const server of servers) await server.stop();
    await postgres.stop();
  }
}
