/** Debian's nginx and Caddy before a server, with the settings in `deploy`. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CADDY, NGINX } from '../../scripts/lib/test-programs.mjs';
import type { Certificates } from './certificates.ts';
import { accepts, freePort } from './free-port.ts';
import { startProxy } from './proxy-process.ts';
import type { ProxyProcess } from './proxy-process.ts';

const sample = (path: string) =>
  readFileSync(join(import.meta.dirname, '../../deploy', path), 'utf8');

/** @param server its address, such as `127.0.0.1:3000`. */
export async function startNginx(server: string, tls: Certificates): Promise<ProxyProcess> {
  const port = await freePort();
  const site = sample('nginx/grove.conf')
    .replaceAll('127.0.0.1:3000', server)
    .replace('listen 443', `listen 127.0.0.1:${port}`)
    .replaceAll('/etc/nginx/grove', 'grove');
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${name};`,
  );
  const main = `daemon off; pid pid; error_log stderr;
    ${process.getuid?.() === 0 ? 'user root;' : ''}
    events {} http { access_log off; ${temporary.join(' ')} include site.conf; }`;
  return startProxy({
    port,
    files: { 'nginx.conf': main, 'site.conf': site, 'grove.pem': tls.cert, 'grove.key': tls.key },
    command: NGINX,
    args: (folder) => ['-p', folder, '-e', 'stderr', '-c', 'nginx.conf'],
    answers: () => accepts(port),
  });
}

/** @param server its address, such as `127.0.0.1:3000`. */
export async function startCaddy(server: string, tls: Certificates): Promise<ProxyProcess> {
  const port = await freePort();
  const site = sample('caddy/Caddyfile')
    .replaceAll('127.0.0.1:3000', server)
    .replace(/^grove\.example\.com \{$/m, `https://127.0.0.1:${port} {\n  tls grove.pem grove.key`);
  return startProxy({
    port,
    files: {
      Caddyfile: `{\n  admin off\n  auto_https disable_redirects\n}\n${site}`,
      'grove.pem': tls.cert,
      'grove.key': tls.key,
    },
    command: CADDY,
    args: () => ['run', '--config', 'Caddyfile'],
    answers: () => accepts(port),
  });
}
