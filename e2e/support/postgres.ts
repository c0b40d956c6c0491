/** A PostgreSQL server on a folder of its own, for everybody on this machine. */
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { postgresPrograms } from '../../scripts/lib/postgres.mjs';
import { freePort } from './free-port.ts';
import { endTied, startTied } from './tied-process.ts';
import type { TiedProcess } from './tied-process.ts';

const START_MS = 60_000;

/** Tests may lose everything when the machine goes down. */
const SETTINGS = [
  'fsync=off',
  'full_page_writes=off',
  'shared_buffers=64MB',
  'max_connections=300',
  'unix_socket_directories=',
];

export interface PostgresOptions {
  /** Whether what it has acknowledged is there after it was killed. */
  isDurable?: boolean;
  /** Whether it waits for the disk, as one that is used does. */
  usesDisk?: boolean;
  /** With it, the server accepts connections with TLS and others. */
  certificate?: { key: string; cert: string };
  /** The address of a server that it follows as a hot standby until it is promoted. */
  primary?: string;
}

export interface PostgresServer {
  /** The address of a database. */
  url(database: string): string;
  /** Starts it again. */
  start(): Promise<void>;
  /** SIGINT ends it in order, without waiting for its clients. */
  end(signal: 'SIGINT' | 'SIGKILL'): Promise<void>;
  /** Ends it and deletes its data. */
  stop(): Promise<void>;
}

/**
 * PostgreSQL and PgBouncer refuse to run as root, so that there the user of the package runs them.
 * The folder and its files become that user's.
 *
 * @returns the beginning of the command.
 */
export function unprivileged(folder: string): string[] {
  if (process.getuid?.() !== 0) return [];
  const [uid = 0, gid = 0] = ['-u', '-g'].map((flag) =>
    Number(spawnSync('id', [flag, 'postgres'], { encoding: 'utf8' }).stdout),
  );
  for (const path of [folder, ...readdirSync(folder).map((name) => join(folder, name))]) {
    chownSync(path, uid, gid);
  }
  return ['setpriv', `--reuid=${uid}`, `--regid=${gid}`, '--clear-groups'];
}

/** @returns the settings of a server that uses it. */
function storeCertificate(
  folder: string,
  { key, cert }: { key: string; cert: string },
): readonly string[] {
  const [keyFile, certFile] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  writeFileSync(keyFile, key, { mode: 0o600 });
  writeFileSync(certFile, cert);
  return ['ssl=on', `ssl_key_file=${keyFile}`, `ssl_cert_file=${certFile}`];
}

export async function startPostgres({
  isDurable = false,
  usesDisk = false,
  certificate,
  primary,
}: PostgresOptions = {}): Promise<PostgresServer> {
  const bin = postgresPrograms();
  if (bin === undefined) throw new Error('PostgreSQL is not installed');
  const folder = mkdtempSync(join(tmpdir(), 'grove-postgres-'));
  const data = join(folder, 'data');
  const tls = certificate === undefined ? [] : storeCertificate(folder, certificate);
  const as = unprivileged(folder);
  const [maker, ...options] =
    primary === undefined
      ? ['initdb', '-U', 'grove', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync']
      : ['pg_basebackup', '-d', primary, '-R', '-X', 'stream', '-c', 'fast', '--no-sync'];
  const [make = '', ...making] = [...as, join(bin, maker), '-D', data, ...options];
  const made = spawnSync(make, making, { cwd: folder, encoding: 'utf8' });
  if (made.status !== 0) throw new Error(`${maker} failed: ${made.stdout}${made.stderr}`);
  const port = await freePort();
  const address = ['-h', '127.0.0.1', '-p', String(port)];
  const [run = '', ...running] = [...as, join(bin, 'postgres'), '-D', data, ...address];
  const disk = usesDisk ? ['fsync=on', 'full_page_writes=on'] : [];
  const settings = [...SETTINGS, ...disk, ...tls, `synchronous_commit=${isDurable ? 'on' : 'off'}`];
  const isReady = () => spawnSync(join(bin, 'pg_isready'), ['-q', ...address]).status === 0;
  let said = '';
  /** Whether it is ready, and not over before. */
  const begun = async (server: TiedProcess) => {
    for (const output of [server.stdout, server.stderr]) {
      output.on('data', (text: Buffer) => (said = (said + String(text)).slice(-2_000)));
    }
    while (server.exitCode === null) {
      if (isReady()) return true;
      await wait(50);
    }
    return false;
  };
  let server: TiedProcess | undefined;
  const start = async () => {
    // Processes of a server that was killed may hold its memory for a moment.
    for (const deadline = Date.now() + START_MS; Date.now() < deadline; await wait(100)) {
      const flags = settings.flatMap((setting) => ['-c', setting]);
      server = startTied(run, [...running, ...flags], { cwd: folder, signal: 'SIGINT' });
      if (await begun(server)) return;
    }
    throw new Error(`the PostgreSQL server does not start: ${said}`);
  };
  const end = async (signal: 'SIGINT' | 'SIGKILL') => {
    if (server === undefined || server.exitCode !== null) return;
    const exited = once(server, 'exit');
    const [pid] = readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n', 1);
    process.kill(Number(pid), signal);
    await exited;
  };
  await start();
  return {
    url: (database) => `postgresql://grove@127.0.0.1:${port}/${database}`,
    start,
    end,
    async stop() {
      if (server !== undefined) await endTied(server);
      rmSync(folder, { recursive: true });
    },
  };
}

let databases = 0;

/** @returns the address of a new database without tables. */
export async function newDatabase(server: PostgresServer): Promise<string> {
  const name = `grove_${(databases += 1)}`;
  const client = new pg.Client(server.url('postgres'));
  await client.connect();
  await client.query(`CREATE DATABASE ${name}`);
  await client.end();
  return server.url(name);
}
