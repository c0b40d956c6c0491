import { defineConfig } from 'vitest/config';

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
    ],
  },
});
