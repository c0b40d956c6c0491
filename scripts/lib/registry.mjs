/** The registry of tests and the programs that fill it: Debian's packages of CNCF Distribution, skopeo and umoci. */
import { existsSync } from 'node:fs';
import { ensurePackages } from './apt.mjs';

const PACKAGES = ['docker-registry', 'skopeo', 'umoci', 'openssl'];

/** @returns {Promise<string | null>} why there is none */
export function ensureRegistry() {
  return ensurePackages({
    what: 'docker-registry and skopeo',
    packages: PACKAGES,
    isInstalled: () => PACKAGES.every((name) => existsSync(`/usr/bin/${name}`)),
  });
}
