import { defineConfig } from '@playwright/test';
import type { WorkerOptions } from './e2e/fixtures.ts';
import { launchOptions } from './scripts/lib/browser.mjs';

/** What people do from their first visit on. It works whatever the data is stored in. */
const JOURNEYS = [
  'access/access',
  'access/invites',
  'advisories/import-advisories',
  'frame/overview',
  'frame/palette',
  'frame/undo',
  'groups/groups',
  'groups/holdings',
  'people/blocking',
  'people/identities',
  'people/keys',
  'people/reset-password',
  'people/second-factors',
  'people/sign-in',
];

const DESKTOP = { width: 1440, height: 900 };

/** Each worker starts a server of its own; see e2e/fixtures.ts. */
export default defineConfig<object, WorkerOptions>({
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
    // A trace costs a third of the time of each test; ask for one by --trace=retain-on-failure.
    trace: 'off',
    screenshot: 'only-on-failure',
    locale: 'en-US',
    timezoneId: 'UTC',
  },
  projects: [
    { name: 'desktop', use: { viewport: DESKTOP } },
    {
      name: 'mobile',
      use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
    },
    {
      name: 'postgres',
      testMatch: JOURNEYS.map((name) => `${name}.spec.ts`),
      use: { viewport: DESKTOP, engine: 'postgres' },
    },
  ],
});
