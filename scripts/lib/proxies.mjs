/**
 * Installs what stands between the parts of a cluster: Debian's haproxy, behind which tests restart
 * and kill servers, and its PgBouncer, before a database.
 */
import { existsSync } from 'node:fs';
import { ensurePackages } from './apt.mjs';
import { note } from './report.mjs';

export const HAPROXY = '/usr/sbin/haproxy';
export const PGBOUNCER = '/usr/sbin/pgbouncer';

export function hasHaproxy() {
  return existsSync(HAPROXY);
}

export function hasPgbouncer() {
  return existsSync(PGBOUNCER);
}

/** Installs those that are missing if the system allows it. Otherwise their tests are left out. */
export async function ensureProxies() {
  const missing = await ensurePackages({
    what: 'haproxy and PgBouncer',
    packages: ['haproxy', 'pgbouncer'],
    isInstalled: () => hasHaproxy() && hasPgbouncer(),
  });
  if (missing !== null) note(`Leaving out the tests of several servers or a pooler: ${missing}`);
}
