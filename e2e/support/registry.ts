/** The real `docker-registry` on loopback, with its own folder and accounts. */
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from './free-port.ts';
import { endTied, startTied } from './tied-process.ts';
import type { TiedProcess } from './tied-process.ts';

const BINARY = ['/usr/bin/docker-registry', '/usr/bin/registry'].find((path) => existsSync(path));

export const USERNAME = 'puller';
export const PASSWORD = 'pull secret';
/** The bcrypt hash of the password, as the registry needs it. */
const HASH = '$2b$04$iXPggUMzRbXeEUz5C6bqW.C8uR6tLo0Q2EcONd2Dea/aC38XJ46VK';

export interface TestRegistry {
  /** `http://127.0.0.1:PORT` */
  url: string;
  port: number;
  /** The Authorization header of the account that may push. */
  authorization: string;
  /** Stops the registry and keeps its data. */
  stop(): Promise<void>;
  /** Starts the registry again at the same address. */
  start(): Promise<void>;
  /** Stops it for good. */
  remove(): Promise<void>;
}

export interface RegistryOptions {
  /** The address for notifications, and their Authorization header. */
  notify?: { url: string; authorization: string };
  /** Whether it is open to everyone. */
  isOpen?: boolean;
  /**
   * The token server to which it sends callers, and the certificate by which it trusts that server.
   */
  token?: { realm: string; certificate: string };
}

export async function startRegistry(options: RegistryOptions = {}): Promise<TestRegistry> {
  if (BINARY === undefined) {
    throw new Error('docker-registry is missing; run: apt-get install docker-registry');
  }
  const folder = mkdtempSync(join(tmpdir(), 'grove-registry-'));
  const port = await freePort();
  writeFileSync(join(folder, 'htpasswd'), `${USERNAME}:${HASH}\n`);
  writeFileSync(join(folder, 'config.yml'), JSON.stringify(configOf(folder, port, options)));
  let child: TiedProcess | undefined;
  const url = `http://127.0.0.1:${port}`;
  const start = async () => {
    child = startTied(BINARY, ['serve', join(folder, 'config.yml')], { signal: 'SIGKILL' });
    for (const output of [child.stdout, child.stderr]) output.resume();
    await untilAnswering(url, child);
  };
  const stop = async () => {
    if (child !== undefined) await endTied(child);
  };
  await start();
  return {
    url,
    port,
    authorization: `Basic ${Buffer.from(`${USERNAME}:${PASSWORD}`).toString('base64')}`,
    start,
    stop,
    async remove() {
      await stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function configOf(
  folder: string,
  port: number,
  { notify, isOpen, token }: RegistryOptions,
): object {
  const auth =
    token === undefined
      ? { htpasswd: { realm: 'test', path: join(folder, 'htpasswd') } }
      : {
          token: {
            realm: token.realm,
            service: 'test registry',
            issuer: 'test issuer',
            rootcertbundle: token.certificate,
          },
        };
  return {
    version: 0.1,
    log: { level: 'error' },
    storage: {
      filesystem: { rootdirectory: join(folder, 'data') },
      delete: { enabled: true },
    },
    http: { addr: `127.0.0.1:${port}`, secret: 'of this test' },
    ...(isOpen === true ? {} : { auth }),
    ...(notify && {
      notifications: {
        endpoints: [
          {
            name: 'grove',
            url: notify.url,
            headers: { Authorization: [notify.authorization] },
            timeout: '5s',
            threshold: 3,
            backoff: '1s',
            ignore: { actions: ['pull'] },
          },
        ],
      },
    }),
  };
}

async function untilAnswering(url: string, child: TiedProcess): Promise<void> {
  for (let tries = 0; tries < 400; tries += 1) {
    if (child.exitCode !== null) throw new Error(`docker-registry ended with ${child.exitCode}`);
    const answer = await fetch(`${url}/v2/`).catch(() => null);
    if (answer !== null) return;
    await wait(25);
  }
  throw new Error('docker-registry does not answer');
}
