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
];

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
 * @returns {Promise<(string | null)[]>} why each that is needed is missing; null where it is there
 */
export async function ensurePrograms() {
  for (const wanted of OPTIONAL) {
    const missing = await ensurePackages(wanted);
    if (missing !== null) note(`Leaving out the tests with ${wanted.what}: ${missing}`);
  }
  return [await ensureRegistry(), await ensurePostgres()];
}
