/** Takes the README's pictures; see `npm run screenshots`. */
import { defineConfig } from '@playwright/test';
import base from '../../playwright.config.ts';

export default defineConfig({
  ...base,
  testDir: '.',
  testMatch: '*.shots.ts',
  workers: 1,
  outputDir: '../../test-results/screenshots',
  use: { ...base.use, trace: 'off', reducedMotion: 'reduce' },
  projects: [{ name: 'screenshots' }],
});
