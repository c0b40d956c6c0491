/** Installs Debian's haproxy, behind which tests restart and kill servers. */
import { existsSync } from 'node:fs';
import { run } from './child.mjs';
import { note, progress } from './report.mjs';

export const HAPROXY = '/usr/sbin/haproxy';

export function hasHaproxy() {
  return existsSync(HAPROXY);
}

/** Installs it if it is missing and the system allows it. Otherwise its tests are left out. */
export async function ensureHaproxy() {
  if (hasHaproxy()) return;
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    const done = progress('Installing haproxy');
    const options = { quiet: true, env: { DEBIAN_FRONTEND: 'noninteractive' } };
    await run('apt-get', ['update'], options);
    await run('apt-get', ['install', '-y', '--no-install-recommends', 'haproxy'], options);
    done();
  }
  if (!hasHaproxy()) note('Leaving out the tests of several servers; they need haproxy');
}
