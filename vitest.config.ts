import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    // A process for each file: configuration and database hang on globalThis.
    pool: 'forks',
    isolate: true,
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
          testTimeout: 30_000,
          hookTimeout: 30_000,
        },
      },
    ],
  },
});
