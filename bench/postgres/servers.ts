/** PostgreSQL with the rows of a data set, and the servers on it. */
import { onServer } from '../../e2e/api/postgres/databases.ts';
import { startPostgres } from '../../e2e/support/postgres.ts';
import type { PostgresServer } from '../../e2e/support/postgres.ts';
import { dataSet } from '../data-set.ts';
import { UNREACHED } from '../measure.ts';
import { startServer } from '../processes.ts';
import type { Both, RunningServer } from '../processes.ts';
import { ADDRESS, adoptSettings } from '../settings.ts';
import type { Landmarks, Size } from '../sizes.ts';

const TOKEN_SECONDS = 2 * 60 * 60;

export interface Setup {
  landmarks: Landmarks;
  /** Of the owner. */
  token: string;
  /** Starts this number of each server. */
  start(instances: number): Promise<Both>;
}

/** Ends all servers that were started, whatever happens. */
export async function onPostgres<T>(size: Size, work: (setup: Setup) => Promise<T>): Promise<T> {
  console.error(`${size.name}: making the data set where it is missing`);
  const { folder, landmarks } = dataSet(size);
  const env = { GROVE_DATA_DIR: folder, GROVE_URL: ADDRESS, ...UNREACHED };
  adoptSettings(env);
  const { mintToken } = await import('#lib/auth/tokens/minting.ts');
  const token = await mintToken(landmarks.callers.owner.uid, TOKEN_SECONDS, { url: ADDRESS });
  const path = `/iam/v2beta1/groups/${landmarks.root}`;
  const servers: RunningServer[] = [];
  const started = async (name: string, script: string, more: Record<string, string> = {}) => {
    const server = await startServer(name, script, { env: { ...env, ...more }, path, token });
    servers.push(server);
    return server;
  };
  const postgres = await startPostgres({ isDurable: true, usesDisk: true });
  try {
    // `grove copy` needs the tables of this version.
    await (await started('Grove', 'server.ts')).stop();
    console.error(`${size.name}: copying it`);
    const url = await copied(postgres, `file:${folder}/grove.db`);
    const start = async (instances: number): Promise<Both> => {
      const both: { grove: RunningServer[]; bare: RunningServer[] } = { grove: [], bare: [] };
      while (both.grove.length < instances) {
        both.grove.push(await started('Grove', 'server.ts', { DATABASE_URL: url }));
        const script = 'bench/postgres/bare-server.ts';
        both.bare.push(await started('the bare server', script, { DATABASE_URL: url }));
      }
      return both;
    };
    return await work({ landmarks, token, start });
  } finally {
    for (const server of servers) await server.stop();
    await postgres.stop();
  }
}

/** @returns the address of a database with the rows of the file. */
async function copied(postgres: PostgresServer, file: string): Promise<string> {
  const { copy } = await import('#lib/store/copy/copy.ts');
  await onServer('CREATE DATABASE grove', postgres.url('postgres'));
  const url = postgres.url('grove');
  await copy({ from: file, to: url, onStep: () => {} });
  await onServer('VACUUM ANALYZE', url);
  return url;
}
