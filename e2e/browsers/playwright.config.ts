/** The console in three engines. See `npm run browsers`. */
import { defineConfig } from '@playwright/test';
import type { EngineName } from './sweep.ts';

export default defineConfig<object, { engineName: EngineName }>({
  testDir: '.',
  testMatch: '*.sweep.ts',
  globalSetup: './grove-to-sweep.ts',
  retries: 0,
  workers: 3,
  timeout: 1_200_000,
  expect: { timeout: 60_000 },
  outputDir: '../../test-results/browsers',
  reporter: [['list'], ['./table-reporter.ts']],
  projects: [
    { name: 'chromium', use: { engineName: 'chromium' } },
    { name: 'firefox', use: { engineName: 'firefox' } },
    { name: 'webkit', use: { engineName: 'webkit' } },
  ],
});
