/** Programs of Debian that tests use unchanged. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ensurePackages } from './apt.mjs';
import { note } from './report.mjs';

/** Behind haproxy, tests restart and kill servers. nginx and Caddy speak TLS for Grove. */
export const HAPROXY = '/usr/sbin/haproxy';
export const PGBOUNCER = '/usr/sbin/pgbouncer';
export const NGINX = '/usr/sbin/nginx';
export const CADDY = '/usr/bin/caddy';

/** Reads metrics as Prometheus does, and checks their names. */
export const PROMTOOL = '/usr/bin/promtool';

/** With which the definitions of the API are tested. */
const PYTHON_GRPC = [
  '/usr/bin/python3',
  '/usr/bin/protoc',
  '/usr/bin/grpc_python_plugin',
  '/usr/include/google/protobuf/descriptor.proto',
  '/usr/lib/python3/dist-packages/grpc/__init__.py',
];

/** True if a Python client can be generated and run. */
export const hasPythonGrpc = () => PYTHON_GRPC.every((file) => existsSync(file));

const POSTGRES = '/usr/lib/postgresql';

/** @returns {string | undefined} the folder of the newest version's programs */
export function postgresPrograms() {
  if (!existsSync(POSTGRES)) return undefined;
  return readdirSync(POSTGRES)
    .sort((a, b) => Number(b) - Number(a))
    .map((version) => join(POSTGRES, version, 'bin'))
    .find((folder) => existsSync(join(folder, 'initdb')));
}

/** CNCF Distribution, and the programs that fill it. */
const REGISTRY = ['docker-registry', 'skopeo', 'umoci', 'openssl'];

/** Without these, their tests are left out. */
const OPTIONAL = [
  {
    what: 'haproxy, PgBouncer, nginx and Caddy',
    packages: ['haproxy', 'pgbouncer', 'nginx-light', 'caddy'],
    isInstalled: () => [HAPROXY, PGBOUNCER, NGINX, CADDY].every((file) => existsSync(file)),
  },
  {
    what: 'gRPC for Python',
    packages: ['python3-grpcio', 'protobuf-compiler', 'protobuf-compiler-grpc', 'libprotobuf-dev'],
    isInstalled: hasPythonGrpc,
  },
  {
    what: 'promtool',
    packages: ['prometheus'],
    isInstalled: () => existsSync(PROMTOOL),
  },
];

const PYTHON_PACKAGES = '/usr/lib/python3/dist-packages';

/** What compares versions as an ecosystem does. */
export const VERSION_PROGRAMS = /** @type {const} */ ({
  Debian: ['/usr/bin/dpkg'],
  Maven: ['/usr/bin/java', '/usr/share/java/maven3-artifact.jar'],
  Packagist: ['/usr/bin/php', '/usr/share/php/Composer/Semver/autoload.php'],
  PyPI: ['/usr/bin/python3', `${PYTHON_PACKAGES}/packaging/version.py`],
  'Red Hat': ['/usr/bin/python3', `${PYTHON_PACKAGES}/rpm/__init__.py`],
  RubyGems: ['/usr/bin/ruby'],
});

/** @param {string} ecosystem */
export const hasVersionProgram = (ecosystem) =>
  Object.entries(VERSION_PROGRAMS).some(
    ([name, files]) => name === ecosystem && files.every((file) => existsSync(file)),
  );

/** Programs that compare versions, of which the short tests have recorded answers. */
const ORDERS = {
  what: 'Ruby, Composer, Maven, rpm and packaging',
  packages: [
    'ruby',
    'php-cli',
    'php-composer-semver',
    'default-jre-headless',
    'libmaven3-core-java',
    'python3-rpm',
    'python3-packaging',
  ],
  isInstalled: () => Object.keys(VERSION_PROGRAMS).every(hasVersionProgram),
};

/** @returns {Promise<string | null>} why there is none */
export const ensurePostgres = () =>
  ensurePackages({
    what: 'PostgreSQL',
    packages: ['postgresql'],
    isInstalled: () => postgresPrograms() !== undefined,
  });

const ensureRegistry = () =>
  ensurePackages({
    what: 'docker-registry and skopeo',
    packages: REGISTRY,
    isInstalled: () => REGISTRY.every((name) => existsSync(`/usr/bin/${name}`)),
  });

/**
 * Installs missing programs if the system allows it.
 *
 * @param {{ forLong: boolean }} of whether the long tests run
 * @returns {Promise<(string | null)[]>} why each that is needed is missing; null where it is there
 */
export async function ensurePrograms({ forLong }) {
  for (const wanted of forLong ? [...OPTIONAL, ORDERS] : OPTIONAL) {
    const missing = await ensurePackages(wanted);
    if (missing !== null) note(`Leaving out the tests with ${wanted.what}: ${missing}`);
  }
  return [await ensureRegistry(), await ensurePostgres()];
}
