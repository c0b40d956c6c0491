/**
 * Installs the proxies of tests from Debian: haproxy, behind which tests restart and kill servers,
 * PgBouncer, and nginx and Caddy for TLS.
 */
import { existsSync } from 'node:fs';
import { ensurePackages } from './apt.mjs';
import { note } from './report.mjs';

export const HAPROXY = '/usr/sbin/haproxy';
export const PGBOUNCER = '/usr/sbin/pgbouncer';
export const NGINX = '/usr/sbin/nginx';
export const CADDY = '/usr/bin/caddy';

export function hasHaproxy() {
  return existsSync(HAPROXY);
}

export function hasPgbouncer() {
  return existsSync(PGBOUNCER);
}

export function hasNginx() {
  return existsSync(NGINX);
}

export function hasCaddy() {
  return existsSync(CADDY);
}

/** Installs missing proxies if the system allows it. Otherwise their tests are skipped. */
export async function ensureProxies() {
  const missing = await ensurePackages({
    what: 'haproxy, PgBouncer, nginx and Caddy',
    packages: ['haproxy', 'pgbouncer', 'nginx-light', 'caddy'],
    isInstalled: () => hasHaproxy() && hasPgbouncer() && hasNginx() && hasCaddy(),
  });
  if (missing !== null) note(`Leaving out the tests behind proxies and a pooler: ${missing}`);
}
