/** Installs Debian's packages, which tests use unchanged. */
import { existsSync } from 'node:fs';
import { run } from './child.mjs';
import { progress } from './report.mjs';

/**
 * Installs missing packages, if this user may.
 *
 * @param {object} wanted
 * @param {string} wanted.what the name of the packages in the line that reports their installation
 * @param {readonly string[]} wanted.packages
 * @param {() => boolean} wanted.isInstalled
 * @returns {Promise<string | null>} why they are missing; null where they are installed
 */
export async function ensurePackages({ what, packages, isInstalled }) {
  if (isInstalled()) return null;
  // Another installation may be at work.
  const wait = ['-o', 'DPkg::Lock::Timeout=300'];
  const install = [...wait, 'install', '-y', '--no-install-recommends', ...packages];
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) {
    return `${what} is missing; run: apt-get install ${packages.join(' ')}`;
  }
  const done = progress(`Installing ${what}`);
  // Without a run level, a package starts no server of its own.
  const options = { quiet: true, env: { DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' } };
  const updated = await run('apt-get', ['update'], options);
  const installed = await run('apt-get', install, options);
  done();
  return isInstalled()
    ? null
    : `${what} could not be installed:\n${updated.output}${installed.output}`;
}
