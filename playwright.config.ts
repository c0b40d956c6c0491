import { defineConfig, type Project } from '@playwright/test';
import type { WorkerOptions } from './e2e/fixtures.ts';
import { DESKTOP, PHONE } from './e2e/support/widths.ts';
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

/** What takes long and rarely finds anything that nothing else does. */
const OF_LONG = [/@long/, /\.long\.spec\.ts/, /tour\.spec\.ts/];

const onDesktop = { viewport: DESKTOP };
const onPhone = { viewport: PHONE, hasTouch: true, isMobile: true };

/**
 * Everything once on a desktop; on a phone what has another layout there, and on PostgreSQL a few
 * journeys. Tags choose them: `@phone`, `@phone-only`, `@postgres`.
 */
const USUAL: Project<object, WorkerOptions>[] = [
  { name: 'desktop', grepInvert: [/@phone-only/, ...OF_LONG], use: onDesktop },
  // One worker each: a worker starts a server of its own, which takes longer than some of their tests.
  { name: 'mobile', grep: /@phone/, grepInvert: OF_LONG, workers: 1, use: onPhone },
  { name: 'postgres', grep: /@postgres/, workers: 1, use: { ...onDesktop, engine: 'postgres' } },
];

const LONG_ON_PHONES = new RegExp(
  `(?=.*@phone)(?=.*(?:${OF_LONG.map(({ source }) => source).join('|')}))`,
);

/** The rest, with `GROVE_BROWSER_TESTS=long`. */
const LONG: Project<object, WorkerOptions>[] = [
  {
    name: 'long',
    grep: [...OF_LONG, /states\//, /screens\.spec\.ts/],
    grepInvert: /@phone-only/,
    use: onDesktop,
  },
  { name: 'long-mobile', grep: LONG_ON_PHONES, use: onPhone },
  {
    name: 'everything-mobile',
    grepInvert: /@phone|@desktop-only/,
    testIgnore: ['**/states/**', '**/screens.spec.ts'],
    use: onPhone,
  },
  {
    name: 'postgres-journeys',
    testMatch: JOURNEYS.map((name) => `${name}.spec.ts`),
    grepInvert: /@phone-only|@postgres/,
    use: { ...onDesktop, engine: 'postgres' },
  },
];

/** Each worker starts a server of its own; see e2e/fixtures.ts. */
export default defineConfig<object, WorkerOptions>({
  testDir: 'e2e',
  testMatch: '*.spec.ts',
  retries: 0,
  workers: 3,
  forbidOnly: process.env.CI !== undefined,
  timeout: 180_000,
  expect: { timeout: 20_000 },
  outputDir: 'test-results',
  reporter: 'list',
  use: {
    launchOptions: launchOptions(),
    // A trace costs a third of the time of each test; ask for one by --trace=retain-on-failure.
    trace: 'off',
    screenshot: 'only-on-failure',
    // Each frame of an animation costs the processor as much as in a browser without a GPU.
    contextOptions: { reducedMotion: 'reduce' },
    locale: 'en-US',
    timezoneId: 'UTC',
  },
  projects: process.env.GROVE_BROWSER_TESTS === 'long' ? LONG : USUAL,
});
