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
import { mintToken } from '#lib/auth/tokens/minting.ts';
import { createOrganization } from '#lib/service/people/organization.ts';
import { closeDatabase } from '#lib/store/store.ts';
import { freePort } from '../../support/free-port.ts';
import { OWNER_EMAIL, OWNER_PASSWORD } from '../harness.ts';

export interface ServerProcess {
  /** `127.0.0.1:PORT` */
  address: string;
  /** The owner's token. */
  token: string;
  rootUid: string;
  /** Starts it with the existing data. */
  start(): Promise<void>;
  /** The id of the process; 0 before it starts. */
  pid(): number;
  /** Sends the signal if it runs. @returns its exit code once it has ended; null if it has none. */
  end(signal: 'SIGKILL' | 'SIGTERM'): Promise<number | null>;
  /** Deletes the data. */
  remove(): Promise<void>;
}

export async function newServerProcess(): Promise<ServerProcess> {
  const dataDir = mkdtempSync(join(tmpdir(), 'grove-process-'));
  const port = await freePort();
  for (const name of ['GROVE_URL', 'DATABASE_URL', 'HOST']) delete process.env[name];
  // The tests send requests as fast as they can.
  const env = { PORT: String(port), GROVE_DATA_DIR: dataDir, GROVE_RATE_LIMITS_OFF: '1' };
  Object.assign(process.env, env);
  const { group, identity } = await createOrganization({
    name: 'acme',
    ownerEmail: OWNER_EMAIL,
    ownerPassword: OWNER_PASSWORD,
  });
  const token = await mintToken(String(identity['uid']), 3_600);
  await closeDatabase();
  let child: ChildProcess | undefined;
  const end = async (signal: 'SIGKILL' | 'SIGTERM') => {
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return null;
    const exited = once(child, 'exit') as Promise<[number | null]>;
    child.kill(signal);
    const [code] = await exited;
    return code;
  };
  return {
    address: `127.0.0.1:${port}`,
    token,
    rootUid: String(group['uid']),
    async start() {
      child = await started();
    },
    pid: () => child?.pid ?? 0,
    end,
    async remove() {
      await end('SIGKILL');
      await closeDatabase();
      rmSync(dataDir, { recursive: true });
    },
  };
}

async function started(): Promise<ChildProcess> {
  const script = join(import.meta.dirname, 'serve.ts');
  const child = spawn(process.execPath, [...process.execArgv, script], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit').then(() => 'exit');
  const first = await Promise.race([once(child.stdout, 'data'), ended]);
  expect(String(first).trim()).toBe('ready');
  return child;
}
