/** Debian's haproxy before several servers. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { HAPROXY } from '../../scripts/lib/proxies.mjs';
import { accepts, freePort } from './free-port.ts';
import { endTied, startTied } from './tied-process.ts';

export interface Haproxy {
  port: number;
  stop(): Promise<void>;
}

/** The header of answers that names the server they are from. */
export const SERVER_HEADER = 'x-server';

/** @param servers an address for each name. */
export async function startHaproxy(servers: Record<string, string>): Promise<Haproxy> {
  const port = await freePort();
  return started(port, configuration(port, Object.entries(servers)), async () => {
    return (await fetch(`http://127.0.0.1:${port}/readyz`)).ok;
  });
}

/** Before two databases, of which the second has the connections while the first is away. */
export async function startDatabaseProxy(primary: string, standby: string): Promise<Haproxy> {
  const port = await freePort();
  return started(port, databaseConfiguration(port, primary, standby), () => accepts(port));
}

async function started(
  port: number,
  text: string,
  answers: () => Promise<boolean>,
): Promise<Haproxy> {
  const folder = mkdtempSync(join(tmpdir(), 'grove-haproxy-'));
  const file = join(folder, 'haproxy.cfg');
  writeFileSync(file, text);
  const child = startTied(HAPROXY, ['-db', '-f', file]);
  let output = '';
  child.stderr.on('data', (chunk) => (output += String(chunk)));
  while (!(await answers().catch(() => false))) {
    if (child.exitCode !== null) throw new Error(`haproxy ended: ${output}`);
    await wait(50);
  }
  return {
    port,
    async stop() {
      await endTied(child);
      rmSync(folder, { recursive: true });
    },
  };
}

/** As docs/operations.md recommends it, with shorter times. */
function configuration(port: number, servers: [name: string, address: string][]): string {
  const lines = (options: (name: string) => string) =>
    servers.map(([name, address]) => `  server ${name} ${address} ${options(name)}`).join('\n');
  return `
defaults
  mode http
  timeout connect 2s
  timeout client 60s
  timeout server 60s
  timeout check 5s
  option redispatch
  retries 3

frontend grove
  bind 127.0.0.1:${port}
  use_backend calls if { req.hdr(content-type) -m beg application/grpc }
  default_backend requests

backend requests
  option httpchk GET /readyz
  http-check expect status 200
  http-response set-header ${SERVER_HEADER} %s
${lines(() => 'check inter 200ms fall 1 rise 1')}

backend calls
${lines((name) => `proto h2 track requests/${name}`)}
`;
}

function databaseConfiguration(port: number, primary: string, standby: string): string {
  return `
defaults
  mode tcp
  timeout connect 2s
  timeout client 1h
  timeout server 1h

listen database
  bind 127.0.0.1:${port}
  default-server inter 200ms fall 1 rise 1 on-marked-down shutdown-sessions
  server primary ${primary} check
  server standby ${standby} check backup
`;
}
