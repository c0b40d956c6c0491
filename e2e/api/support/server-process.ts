/**
 * The HTTP server in its own process, which can be killed or stopped, with its own organization.
 */
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { config } from '#lib/config.ts';
import { mintToken } from '#lib/auth/tokens/minting.ts';
import { createOrganization } from '#lib/service/people/organization.ts';
import { closeDatabase, openDatabase } from '#lib/store/store.ts';
import { freePort } from '../../support/free-port.ts';
import { copyDatabase, databaseSettings } from './test-database.ts';
import { CHEAP } from './pace.ts';
import { OWNER_EMAIL, OWNER_PASSWORD } from '../harness.ts';

export interface ServerProcess {
  /** `127.0.0.1:PORT` */
  address: string;
  /** The owner's token. */
  token: string;
  rootUid: string;
  /** Starts the server with the existing data. */
  start(): Promise<void>;
  /** The id of the process; 0 before it starts. */
  pid(): number;
  /** Sends the signal if the server runs. @returns the exit code once it has ended; null if there is none. */
  end(signal: 'SIGKILL' | 'SIGTERM'): Promise<number | null>;
  /**
   * Another process with the same data and address for tokens, on a port of its own.
   *
   * @param env more variables for it.
   */
  beside(
    env?: Record<string, string>,
  ): Promise<Pick<ServerProcess, 'address' | 'start' | 'pid' | 'end'>>;
  /** Ends the server and deletes the data. */
  remove(): Promise<void>;
}

/** @param database the settings of its database; that of the test's file by default. */
export async function newServerProcess(
  database: Readonly<Record<string, string>> = databaseSettings(),
): Promise<ServerProcess> {
  const dataDir = mkdtempSync(join(tmpdir(), 'grove-process-'));
  copyDatabase(dataDir);
  const port = await freePort();
  for (const name of ['GROVE_URL', 'DATABASE_URL', 'HOST']) delete process.env[name];
  Object.assign(process.env, database);
  // The tests send requests as fast as they can.
  const env = { PORT: String(port), GROVE_DATA_DIR: dataDir, GROVE_RATE_LIMITS_OFF: '1' };
  Object.assign(process.env, env);
  Object.assign(config().pace, CHEAP);
  await openDatabase();
  const { group, identity } = await createOrganization({
    name: 'acme',
    ownerEmail: OWNER_EMAIL,
    ownerPassword: OWNER_PASSWORD,
  });
  const token = await mintToken(String(identity['uid']), 3_600);
  await closeDatabase();
  const own = processOn(port);
  const others: { end: ServerProcess['end'] }[] = [];
  return {
    token,
    rootUid: String(group['uid']),
    ...own,
    async beside(more = {}) {
      const other = processOn(await freePort(), { GROVE_URL: `http://localhost:${port}`, ...more });
      others.push(other);
      return other;
    },
    async remove() {
      await Promise.all([own, ...others].map(({ end }) => end('SIGKILL')));
      await closeDatabase();
      rmSync(dataDir, { recursive: true });
    },
  };
}

/** @param env more variables for the server, whose data exists already. */
export function processOn(
  port: number,
  env: Record<string, string> = {},
): Pick<ServerProcess, 'address' | 'start' | 'pid' | 'end'> {
  let child: ChildProcess | undefined;
  return {
    address: `127.0.0.1:${port}`,
    async start() {
      child = await started({ ...env, PORT: String(port) });
    },
    pid: () => child?.pid ?? 0,
    async end(signal) {
      if (child === undefined || child.exitCode !== null || child.signalCode !== null) return null;
      const exited = once(child, 'exit') as Promise<[number | null]>;
      child.kill(signal);
      const [code] = await exited;
      return code;
    },
  };
}

async function started(env: Record<string, string>): Promise<ChildProcess> {
  const script = join(import.meta.dirname, 'serve.ts');
  const child = spawn(process.execPath, [...process.execArgv, script], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { ...process.env, ...env },
  });
  const ended = once(child, 'exit').then(() => 'exit');
  const first = await Promise.race([once(child.stdout, 'data'), ended]);
  expect(String(first).trim()).toBe('ready');
  return child;
}
