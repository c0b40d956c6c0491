/** PostgreSQL for tests: Debian's own package. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { run } from './child.mjs';
import { progress } from './report.mjs';

const VERSIONS = '/usr/lib/postgresql';

/** @returns {string | undefined} the folder of the newest version's programs */
export function postgresPrograms() {
  if (!existsSync(VERSIONS)) return undefined;
  return readdirSync(VERSIONS)
    .sort((a, b) => Number(b) - Number(a))
    .map((version) => join(VERSIONS, version, 'bin'))
    .find((folder) => existsSync(join(folder, 'initdb')));
}

/**
 * Installs the package if it is missing and the system allows it.
 *
 * @returns {Promise<string | null>} why there is none
 */
export async function ensurePostgres() {
  if (postgresPrograms() !== undefined) return null;
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) {
    return 'a package is missing; run: apt-get install postgresql';
  }
  const done = progress('Installing PostgreSQL');
  // The package would start a server of its own.
  const options = { quiet: true, env: { DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' } };
  const update = await run('apt-get', ['update'], options);
  const install = await run(
    'apt-get',
    ['install', '-y', '--no-install-recommends', 'postgresql'],
    options,
  );
  done();
  return postgresPrograms() === undefined
    ? `PostgreSQL could not be installed:\n${update.output}${install.output}`
    : null;
}
