import { defineConfig } from 'vitest/config';

/** Tests of HTTP itself, files, sign-in and other processes. */
const NOT_OVER_GRPC = [
  'auth-*',
  'backup*',
  'busy',
  'crash',
  'demo',
  'deploy',
  'drain',
  'gone',
  'http',
  'import-*',
  'keys',
  'malformed',
  'metrics',
  'older-versions',
  'postgres/*',
  'rate-limits',
  'registry-events',
  'registry-faults',
  'registry-misbehaves',
  'registry-redirects',
  'registry-tokens',
  'rolling-restart',
  'spans',
  'tied-process',
  'trace-context',
  'typed-client',
  'v1-stream',
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

/** Tests of the SQLite file: its backups, their alerts, and the threads that read it. */
const NOT_ON_POSTGRES = ['backup*', 'deploy', 'process/older-versions', 'slow-searches'];

export default defineConfig({
  test: {
    // Each file has its own process, because configuration and database hang on globalThis.
    pool: 'forks',
    isolate: true,
    // Some tests start processes, and the machine may be busy.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['{app,cli,components,lib,prisma,scripts}/**/*.test.{ts,tsx}', '*.test.ts'],
          exclude: ['lib/store/postgres/**'],
          // The database of whoever runs the tests is none of theirs.
          env: { DATABASE_URL: '', DATABASE_REPLICA_URL: '' },
        },
      },
      {
        extends: true,
        test: {
          name: 'api',
          include: ['e2e/api/**/*.test.ts'],
          exclude: ['e2e/api/postgres/**'],
        },
      },
      {
        // Runs the same tests a second time on a PostgreSQL server, and those of its engine.
        extends: true,
        test: {
          name: 'postgres',
          include: ['e2e/api/**/*.test.ts', 'lib/store/*.test.ts', 'lib/store/postgres/*.test.ts'],
          exclude: NOT_ON_POSTGRES.map((name) => `e2e/api/**/${name}.test.ts`),
          testTimeout: 120_000,
          globalSetup: 'e2e/api/postgres/global-setup.ts',
          setupFiles: 'e2e/api/postgres/setup.ts',
        },
      },
      {
        // Runs the same tests a third time with a gRPC client.
        extends: true,
        test: {
          name: 'grpc',
          include: ['e2e/api/**/*.test.ts'],
          exclude: NOT_OVER_GRPC.map((name) => `e2e/api/**/${name}.test.ts`),
          env: { GROVE_TEST_TRANSPORT: 'grpc' },
        },
      },
      {
        // Runs the tests of access a fourth time with a client of v1.
        extends: true,
        test: {
          name: 'v1',
          include: OVER_V1.map((name) => `e2e/api/${name}.test.ts`),
          env: { GROVE_TEST_TRANSPORT: 'v1' },
        },
      },
    ],
  },
});
