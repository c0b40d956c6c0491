/**
 * Chooses the browser for tests: Playwright's own if it is installed, else the system's Chromium.
 */
import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';
import { run } from './child.mjs';
import { progress } from './report.mjs';

const SYSTEM = '/usr/bin/chromium';

/** Keeps Debian's Chromium from calling home and from using a GPU. */
const SYSTEM_ARGS = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

const isRoot = process.getuid?.() === 0;

export function launchOptions() {
  if (existsSync(chromium.executablePath())) return {};
  // Chromium's sandbox refuses to run as root.
  const args = isRoot ? [...SYSTEM_ARGS, '--no-sandbox'] : SYSTEM_ARGS;
  return { executablePath: SYSTEM, args };
}

/**
 * Installs Chromium if there is no browser and the system allows it.
 *
 * @returns {Promise<string | null>} why there is none
 */
export async function ensureBrowser() {
  if (hasBrowser()) return null;
  if (!isRoot || !existsSync('/usr/bin/apt-get')) {
    return 'there is no browser; run: npx playwright install chromium';
  }
  const done = progress('Installing Chromium');
  const options = { quiet: true, env: { DEBIAN_FRONTEND: 'noninteractive' } };
  const update = await run('apt-get', ['update'], options);
  const install = await run(
    'apt-get',
    ['install', '-y', '--no-install-recommends', 'chromium'],
    options,
  );
  done();
  return hasBrowser()
    ? null
    : `Chromium could not be installed:\n${update.output}${install.output}`;
}

function hasBrowser() {
  return existsSync(chromium.executablePath()) || existsSync(SYSTEM);
}
