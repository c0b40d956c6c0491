import { defineConfig } from '@playwright/test';
import { launchOptions } from './scripts/lib/browser.mjs';

/** Each worker starts a server of its own; see e2e/fixtures.ts. */
export default defineConfig({
  testDir: 'e2e',
  testMatch: '*.spec.ts',
  retries: 0,
  workers: 2,
  forbidOnly: process.env.CI !== undefined,
  // A journey with several axe checks is slow on a busy machine.
  timeout: 180_000,
  expect: { timeout: 20_000 },
  outputDir: 'test-results',
  reporter: 'list',
  use: {
    launchOptions: launchOptions(),
    trace: 'retain-on-failure',
    locale: 'en-US',
    timezoneId: 'UTC',
  },
  projects: [
    { name: 'desktop', use: { viewport: { width: 1440, height: 900 } } },
    {
      name: 'mobile',
      use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
    },
  ],
});
