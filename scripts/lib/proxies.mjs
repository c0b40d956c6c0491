/**
 * Installs what stands between the parts of a cluster: Debian's haproxy, behind which tests restart
 * and kill servers, and its PgBouncer, before a database.
 */
import { existsSync } from 'node:fs';
import { run } from './child.mjs';
import { note, progress } from './report.mjs';

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
  if (hasHaproxy() && hasPgbouncer()) return;
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    const done = progress('Installing haproxy and PgBouncer');
    // The packages would start servers of their own.
    const options = { quiet: true, env: { DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' } };
    await run('apt-get', ['update'], options);
    const packages = ['haproxy', 'pgbouncer'];
    await run('apt-get', ['install', '-y', '--no-install-recommends', ...packages], options);
    done();
  }
  if (!hasHaproxy()) note('Leaving out the tests of several servers; they need haproxy');
  if (!hasPgbouncer()) note('Leaving out the tests of a pooler; they need PgBouncer');
}
