import { resolve } from 'node:path';
import { defineConfig } from 'vitest/config';

/** Tests of HTTP itself, files and sign-in. */
const NOT_OVER_GRPC = [
  'auth-*',
  'gone*',
  'http',
  'import-*',
  'malformed',
  'registry-events',
  'registry-faults',
  'registry-misbehaves',
  'registry-redirects',
  'registry-tokens',
  'trace-context',
  'typed-client',
];

/** Tests of access, which v1 must hold to as well. */
const OVER_V1 = [
  'auth/auth-invite-makers',
  'auth/own-identity',
  'auth/rights-at-write',
  'iam/access',
  'iam/access-at-once',
  'iam/explain',
  'iam/identity-providers',
  'iam/pattern-identities',
  'iam/role-bindings*',
  'iam/roles',
  'properties/access',
];

/** What every host has to conform to, as far as clients see it over HTTP. */
const CONFORMANCE = [
  'auth/auth-exchange',
  'iam/groups',
  'iam/role-bindings',
  'process/endpoints',
  'transport/gone-waiting',
];

const MORE_CONFORMANCE = [
  'advisories/advisories',
  'advisories/import-limits',
  'iam/account-associations',
  'iam/groups-list',
  'iam/groups-pages',
  'iam/groups-update',
  'iam/identities',
  'iam/role-bindings-guards',
  'iam/roles',
  'iam/saved-views',
  'iam/summary',
  'registry/read-only',
  'transport/typed-client',
];

/** Tests of the SQLite file: its backups, their alerts, and the threads that read it. */
const NOT_ON_POSTGRES = ['backup*', 'deploy', 'older-versions', 'slow-searches'];

/**
 * Tests that kill a process, are random, or leave some of their cases to the long tests. Each
 * takes `TEST_RUNS` times as many runs.
 */
const OF_MANY_RUNS = [
  'advisories/import-round-trips',
  'iam/audit-chain',
  'process/backup',
  'process/crash',
  'process/keys',
  'process/older-versions',
  'properties/*',
  'registry/registry-faults',
  'transport/equivalence',
];

/** Needs the pages. */
const PLAIN_NEXT = 'e2e/api/transport/plain-next.test.ts';

const named = (names: readonly string[], folder = '') =>
  names.map((name) => `e2e/api/${folder}${name}.test.ts`);

const LONG = '**/*.long.test.ts';
const API = 'e2e/api/**/*.test.ts';
const OF_PROCESSES = 'e2e/api/process/*.test.ts';
const OF_POSTGRES = 'e2e/api/postgres/*.test.ts';

const SQLITE = 'e2e/api/setup/sqlite-template.ts';
const NOTHING_LEFT = 'e2e/api/setup/nothing-left.ts';
const AS_STARTED = 'e2e/api/setup/as-started.ts';

/** The files of a worker share its process, so none of them may leave anything behind. */
const shared = { isolate: false, globalSetup: [SQLITE], setupFiles: [NOTHING_LEFT] };

const unit = {
  exclude: [LONG, 'lib/store/postgres/**'],
  // Tests must not use the developer's own database.
  env: { DATABASE_URL: '', DATABASE_REPLICA_URL: '' },
};

/** Tests that replace a module, which another file of the same process may have loaded. */
const UNIT_ALONE = ['lib/mail/outbox.test.ts', 'lib/net/fetch-guard.test.ts'];

/** Tests of how modules are loaded each get a process of their own. */
const alone = { isolate: true, globalSetup: [SQLITE] };

/** Tests that set the environment of the processes they start. It is restored after each file. */
const sharedAsStarted = { isolate: false, setupFiles: [NOTHING_LEFT, AS_STARTED] };

/** Counts and spans are set up once, when a process is loaded. */
const PROCESS_ALONE = named(['endpoints', 'metrics', 'rate-limits', 'spans'], 'process/');

const onPostgres = {
  globalSetup: 'e2e/api/postgres/global-setup.ts',
  setupFiles: ['e2e/api/postgres/setup.ts'],
};

export default defineConfig({
  test: {
    pool: 'forks',
    sequence: { setupFiles: 'list' },
    // Tests wait for each other and for the disk, so that two cores keep three workers going.
    maxWorkers: 3,
    // Some tests start processes, and the machine may be busy.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: 120_000 } },
    // The processes that tests start have the same modules, which need not be compiled again.
    env: { NODE_COMPILE_CACHE: resolve('.cache/compiled-modules') },
    projects: [
      {
        extends: true,
        test: {
          ...unit,
          ...sharedAsStarted,
          name: 'unit',
          include: ['{app,cli,components,lib,prisma,scripts}/**/*.test.{ts,tsx}', '*.test.ts'],
          exclude: [...unit.exclude, ...UNIT_ALONE],
        },
      },
      { extends: true, test: { ...unit, name: 'unit-alone', include: UNIT_ALONE } },
      {
        extends: true,
        test: {
          ...shared,
          name: 'api',
          include: [API],
          exclude: [LONG, OF_PROCESSES, OF_POSTGRES, PLAIN_NEXT],
        },
      },
      {
        extends: true,
        test: {
          ...sharedAsStarted,
          globalSetup: [SQLITE],
          name: 'process',
          include: [OF_PROCESSES],
          exclude: [LONG, ...PROCESS_ALONE],
        },
      },
      {
        extends: true,
        test: { ...alone, name: 'process-alone', include: PROCESS_ALONE },
      },
      {
        extends: true,
        test: {
          ...onPostgres,
          name: 'postgres',
          include: ['lib/store/*.test.ts', 'lib/store/postgres/*.test.ts', OF_POSTGRES],
          exclude: [LONG],
        },
      },
      {
        extends: true,
        test: {
          ...alone,
          name: 'api-over-next',
          include: [PLAIN_NEXT, ...named(CONFORMANCE)],
          env: { GROVE_TEST_TRANSPORT: 'next' },
        },
      },
      // The projects below are for `npm run test:long`.
      {
        extends: true,
        test: {
          ...alone,
          name: 'long',
          include: [
            '{app,lib}/**/*.long.test.ts',
            'e2e/api/process/*.long.test.ts',
            ...named(OF_MANY_RUNS),
          ],
          testTimeout: 3_600_000,
          env: { TEST_RUNS: '10' },
        },
      },
      {
        extends: true,
        test: {
          ...shared,
          name: 'api-on-postgres',
          include: [API],
          exclude: [LONG, OF_PROCESSES, OF_POSTGRES, PLAIN_NEXT, ...named(NOT_ON_POSTGRES, '**/')],
          globalSetup: onPostgres.globalSetup,
          setupFiles: [...onPostgres.setupFiles, NOTHING_LEFT],
        },
      },
      {
        extends: true,
        test: {
          ...onPostgres,
          name: 'process-on-postgres',
          include: [OF_PROCESSES, 'e2e/api/postgres/*.long.test.ts', 'lib/store/*.long.test.ts'],
          exclude: named(NOT_ON_POSTGRES, '**/'),
        },
      },
      {
        extends: true,
        test: {
          ...shared,
          name: 'api-over-grpc',
          include: [API],
          exclude: [LONG, OF_PROCESSES, OF_POSTGRES, PLAIN_NEXT, ...named(NOT_OVER_GRPC, '**/')],
          env: { GROVE_TEST_TRANSPORT: 'grpc' },
        },
      },
      {
        extends: true,
        test: {
          ...alone,
          name: 'more-over-next',
          include: named(MORE_CONFORMANCE),
          env: { GROVE_TEST_TRANSPORT: 'next' },
        },
      },
      {
        extends: true,
        test: {
          ...shared,
          name: 'api-over-v1',
          include: named(OVER_V1),
          env: { GROVE_TEST_TRANSPORT: 'v1' },
        },
      },
    ],
  },
});
