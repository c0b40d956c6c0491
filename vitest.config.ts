import { defineConfig } from 'vitest/config';

/** What is about HTTP itself, files, signing in, or other processes. */
const NOT_OVER_GRPC = [
  'auth-*',
  'busy',
  'crash',
  'demo',
  'gone',
  'http',
  'import-*',
  'malformed',
  'registry-events',
  'registry-faults',
  'registry-tokens',
  'tied-process',
];

export default defineConfig({
  test: {
    // A process for each file: configuration and database hang on globalThis.
    pool: 'forks',
    isolate: true,
    // Some start processes, and no machine has only this to do.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['{app,cli,components,lib,prisma,scripts}/**/*.test.{ts,tsx}', '*.test.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'api',
          include: ['e2e/api/**/*.test.ts'],
        },
      },
      {
        // The same cases a second time, with a client of gRPC.
        extends: true,
        test: {
          name: 'grpc',
          include: ['e2e/api/**/*.test.ts'],
          exclude: NOT_OVER_GRPC.map((name) => `e2e/api/**/${name}.test.ts`),
          env: { GROVE_TEST_TRANSPORT: 'grpc' },
        },
      },
    ],
  },
});
