/** The registry that tests read: Debian's own package of CNCF Distribution. */
import { existsSync } from 'node:fs';
import { run } from './child.mjs';
import { progress } from './report.mjs';

const BINARY = '/usr/bin/docker-registry';

/**
 * Installs the registry if it is missing and the system allows it.
 *
 * @returns {Promise<string | null>} why there is none
 */
export async function ensureRegistry() {
  if (existsSync(BINARY)) return null;
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) {
    return 'there is no docker-registry; run: apt-get install docker-registry';
  }
  const done = progress('Installing docker-registry');
  const options = { quiet: true, env: { DEBIAN_FRONTEND: 'noninteractive' } };
  const update = await run('apt-get', ['update'], options);
  const packages = ['install', '-y', '--no-install-recommends', 'docker-registry', 'openssl'];
  const install = await run('apt-get', packages, options);
  done();
  return existsSync(BINARY)
    ? null
    : `docker-registry could not be installed:\n${update.output}${install.output}`;
}
