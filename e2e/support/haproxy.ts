/** Debian's haproxy before several servers. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { HAPROXY } from '../../scripts/lib/proxies.mjs';
import { freePort } from './free-port.ts';
import { endTied, startTied } from './tied-process.ts';

export interface Haproxy {
  port: number;
  stop(): Promise<void>;
}

/** The header of answers that names the server they are from. */
export const SERVER_HEADER = 'x-server';

/** @param servers an address for each name. */
export async function startHaproxy(servers: Record<string, string>): Promise<Haproxy> {
  const folder = mkdtempSync(join(tmpdir(), 'grove-haproxy-'));
  const port = await freePort();
  const file = join(folder, 'haproxy.cfg');
  writeFileSync(file, configuration(port, Object.entries(servers)));
  const child = startTied(HAPROXY, ['-db', '-f', file]);
  let output = '';
  child.stderr.on('data', (chunk) => (output += String(chunk)));
  const answers = async () => (await fetch(`http://127.0.0.1:${port}/readyz`)).ok;
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
