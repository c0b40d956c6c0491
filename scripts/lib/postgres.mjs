/** PostgreSQL for tests: Debian's own package. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ensurePackages } from './apt.mjs';

const VERSIONS = '/usr/lib/postgresql';

/** @returns {string | undefined} the folder of the newest version's programs */
export function postgresPrograms() {
  if (!existsSync(VERSIONS)) return undefined;
  return readdirSync(VERSIONS)
    .sort((a, b) => Number(b) - Number(a))
    .map((version) => join(VERSIONS, version, 'bin'))
    .find((folder) => existsSync(join(folder, 'initdb')));
}

/** @returns {Promise<string | null>} why there is none */
export function ensurePostgres() {
  return ensurePackages({
    what: 'PostgreSQL',
    packages: ['postgresql'],
    isInstalled: () => postgresPrograms() !== undefined,
  });
}
