/** A PostgreSQL server with a folder of its own, which accepts everybody on this machine. */
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { postgresPrograms } from '../../scripts/lib/test-programs.mjs';
import { freePort } from './free-port.ts';
import { endTied, startTied } from './tied-process.ts';
import type { TiedProcess } from './tied-process.ts';

const START_MS = 60_000;

/** Settings for speed: a crash of the machine may lose everything. */
const SETTINGS = [
  'fsync=off',
  'full_page_writes=off',
  'shared_buffers=64MB',
  'max_connections=300',
  'unix_socket_directories=',
];

export interface PostgresOptions {
  /** Whether acknowledged commits survive SIGKILL. */
  isDurable?: boolean;
  /** Whether commits wait for the disk, as in operation. */
  usesDisk?: boolean;
  /** A certificate; the server then accepts connections with and without TLS. */
  certificate?: { key: string; cert: string };
  /** The address of the primary, for a hot standby that follows it until it is promoted. */
  primary?: string;
}

export interface PostgresServer {
  /** The address of a database. */
  url(database: string): string;
  /** Starts the server again. */
  start(): Promise<void>;
  /** Stops the server. SIGINT is an orderly stop that does not wait for clients. */
  end(signal: 'SIGINT' | 'SIGKILL'): Promise<void>;
  /** Stops the server and deletes its data. */
  stop(): Promise<void>;
}

/**
 * PostgreSQL and PgBouncer refuse to run as root. For root, the user of the package runs them and gets
 * the folder and its files.
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

/** @returns the settings of a server with this certificate. */
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
  /** Waits for the server. Resolves with whether it became ready before it ended. */
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
    // Processes of a killed server may hold its shared memory for a moment.
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
