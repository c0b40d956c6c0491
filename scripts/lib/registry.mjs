/** The registry that tests read, and what fills one: Debian's own packages of CNCF Distribution, skopeo and umoci. */
import { existsSync } from 'node:fs';
import { run } from './child.mjs';
import { progress } from './report.mjs';

const PACKAGES = ['docker-registry', 'skopeo', 'umoci', 'openssl'];

const isInstalled = () => PACKAGES.every((name) => existsSync(`/usr/bin/${name}`));

/**
 * Installs the packages that are missing, if the system allows it.
 *
 * @returns {Promise<string | null>} why there is none
 */
export async function ensureRegistry() {
  if (isInstalled()) return null;
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) {
    return `a package is missing; run: apt-get install ${PACKAGES.join(' ')}`;
  }
  const done = progress('Installing docker-registry and skopeo');
  const options = { quiet: true, env: { DEBIAN_FRONTEND: 'noninteractive' } };
  const update = await run('apt-get', ['update'], options);
  const packages = ['install', '-y', '--no-install-recommends', ...PACKAGES];
  const install = await run('apt-get', packages, options);
  done();
  return isInstalled()
    ? null
    : `${PACKAGES.join(', ')} could not be installed:\n${update.output}${install.output}`;
}
