/** The tour as a demonstration: slowed down, with captions and a video. See `npm run tour`. */
import { defineConfig } from '@playwright/test';
import base from '../../playwright.config.ts';

export default defineConfig({
  ...base,
  testDir: '.',
  timeout: 600_000,
  workers: 1,
  outputDir: '../../test-results/tour',
  use: {
    ...base.use,
    launchOptions: {
      ...base.use?.launchOptions,
      slowMo: Number(process.env.GROVE_TOUR_SLOW ?? 0),
    },
    contextOptions: {},
    viewport: { width: 1440, height: 900 },
    trace: 'off',
  },
  projects: [{ name: 'tour' }],
});
