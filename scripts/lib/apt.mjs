/** Installs programs for tests where the system allows it. */
import { existsSync } from 'node:fs';
import { run } from './child.mjs';
import { progress } from './report.mjs';

export function canInstall() {
  return process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
}

/**
 * @param {readonly string[]} packages
 * @returns {Promise<string>} what apt printed
 */
export async function aptInstall(packages) {
  const done = progress(`Installing ${packages.join(', ')}`);
  const options = { quiet: true, env: { DEBIAN_FRONTEND: 'noninteractive' } };
  const update = await run('apt-get', ['update'], options);
  const args = ['install', '-y', '--no-install-recommends', ...packages];
  const install = await run('apt-get', args, options);
  done();
  return update.output + install.output;
}
