/** Debian's haproxy before several servers, with the settings in `deploy`. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { HAPROXY } from '../../scripts/lib/test-programs.mjs';
import { accepts, freePort } from './free-port.ts';
import { startProxy } from './proxy-process.ts';
import type { ProxyProcess } from './proxy-process.ts';

/** The response header with the name of the server. */
export const SERVER_HEADER = 'x-server';

/**
 * @param servers the addresses by name.
 * @param ready the code of `/readyz` to wait for.
 */
export async function startHaproxy(
  servers: Record<string, string>,
  ready = 200,
): Promise<ProxyProcess> {
  const port = await freePort();
  return started(port, configuration(port, Object.entries(servers)), async () => {
    return (await fetch(`http://127.0.0.1:${port}/readyz`)).status === ready;
  });
}

/** HAProxy before two databases. The second gets the connections while the first is down. */
export async function startDatabaseProxy(primary: string, standby: string): Promise<ProxyProcess> {
  const port = await freePort();
  return started(port, databaseConfiguration(port, primary, standby), () => accepts(port));
}

const started = (port: number, text: string, answers: () => Promise<boolean>) =>
  startProxy({
    port,
    files: { 'haproxy.cfg': text },
    command: HAPROXY,
    args: () => ['-db', '-f', 'haproxy.cfg'],
    answers,
  });

const sample = (name: string) =>
  readFileSync(join(import.meta.dirname, '../../deploy/haproxy', name), 'utf8')
    // Checks more often than in operation, so that tests need not wait.
    .replaceAll(/inter 1s fall \d rise \d/g, 'inter 200ms fall 1 rise 1');

function configuration(port: number, servers: [name: string, address: string][]): string {
  const lines = (options: string) =>
    servers
      .map(([name, at]) => `  server ${name} ${at} ${options.replace('/a', `/${name}`)}`)
      .join('\n');
  return sample('one-machine.cfg')
    .replace(/^ {2}bind .*$/m, `  bind 127.0.0.1:${port}`)
    .replace(/^ {2}http-check .*$/m, `$&\n  http-response set-header ${SERVER_HEADER} %s`)
    .replaceAll(/^ {2}server a \S+ (.*)\n {2}server b .*$/gm, (_, options: string) =>
      lines(options),
    );
}

const databaseConfiguration = (port: number, primary: string, standby: string) =>
  sample('postgresql.cfg')
    .replace('bind 127.0.0.1:5432', `bind 127.0.0.1:${port}`)
    .replace('10.0.0.1:5432', primary)
    .replace('10.0.0.2:5432', standby);
