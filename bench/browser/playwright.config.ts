/**
 * `npm run bench -- --browser`: reports how fast the console responds. It has no time limits to
 * fail.
 */
import { defineConfig } from '@playwright/test';
import base from '../../playwright.config.ts';

export default defineConfig({
  ...base,
  testDir: '.',
  workers: 1,
  // The first start on a large database without counts computes them.
  timeout: 1_800_000,
  outputDir: '../../test-results/bench',
  use: {
    ...base.use,
    viewport: { width: 1440, height: 900 },
    trace: 'off',
    actionTimeout: 30_000,
  },
  projects: [{ name: 'browser' }],
});
