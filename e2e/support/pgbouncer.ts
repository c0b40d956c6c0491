/** Debian's PgBouncer before a PostgreSQL server. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { PGBOUNCER } from '../../scripts/lib/test-programs.mjs';
import { accepts, freePort } from './free-port.ts';
import { unprivileged } from './postgres.ts';
import { endTied, startTied } from './tied-process.ts';
import type { TiedProcess } from './tied-process.ts';

export interface Pgbouncer {
  /** The address of a database of the server, through the pooler. */
  url(database: string): string;
  start(): Promise<void>;
  end(): Promise<void>;
  /** Stops the pooler and deletes its files. */
  remove(): Promise<void>;
}

/** @param server the address of any database of the server. */
export async function startPgbouncer(server: string): Promise<Pgbouncer> {
  const folder = mkdtempSync(join(tmpdir(), 'grove-pgbouncer-'));
  const port = await freePort();
  const file = join(folder, 'pgbouncer.ini');
  writeFileSync(file, configuration(new URL(server), port));
  const [command = '', ...args] = [...unprivileged(folder), PGBOUNCER, file];
  let child: TiedProcess | undefined;
  const start = async () => {
    child = startTied(command, args, { cwd: folder, signal: 'SIGINT' });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk) => (output = (output + String(chunk)).slice(-2_000)));
    }
    while (!(await accepts(port))) {
      if (child.exitCode !== null) throw new Error(`PgBouncer ended: ${output}`);
      await wait(50);
    }
  };
  const end = async () => {
    if (child !== undefined) await endTied(child);
  };
  await start();
  return {
    url: (database) => `postgresql://grove@127.0.0.1:${port}/${database}`,
    start,
    end,
    async remove() {
      await end();
      rmSync(folder, { recursive: true });
    },
  };
}

/** The pooler has fewer connections to the server than Grove has to the pooler. */
function configuration({ hostname, port }: URL, ownPort: number): string {
  return `
[databases]
* = host=${hostname} port=${port} user=grove

[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${ownPort}
unix_socket_dir =
auth_type = any
pool_mode = transaction
server_login_retry = 1
default_pool_size = 3
`;
}
