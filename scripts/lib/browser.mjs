/**
 * Chooses the browser for tests: Playwright's own if it is installed, else Debian's headless shell,
 * which starts and draws in half of the time, else Debian's Chromium.
 */
import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';
import { run } from './child.mjs';
import { progress } from './report.mjs';

const HEADLESS_SHELL = '/usr/bin/chromium-headless-shell';
/** The only one of Debian's that has windows. */
const CHROMIUM = '/usr/bin/chromium';

/** Keeps Debian's browsers from calling home and from using a GPU. */
const SYSTEM_ARGS = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

const isRoot = process.getuid?.() === 0;

/** @param {{ headed?: boolean }} [options] whether people are to see its windows */
export function launchOptions({ headed = false } = {}) {
  if (existsSync(chromium.executablePath())) return {};
  // Chromium's sandbox refuses to run as root.
  const args = isRoot ? [...SYSTEM_ARGS, '--no-sandbox'] : SYSTEM_ARGS;
  return { executablePath: systemBrowsers(headed).find(existsSync) ?? CHROMIUM, args };
}

/**
 * Installs a browser if there is none and the system allows it.
 *
 * @param {{ headed?: boolean }} [options] whether people are to see its windows
 * @returns {Promise<string | null>} why there is none
 */
export async function ensureBrowser({ headed = false } = {}) {
  if (hasBrowser(headed)) return null;
  if (!isRoot || !existsSync('/usr/bin/apt-get')) {
    return 'there is no browser; run: npx playwright install chromium';
  }
  const name = headed ? 'chromium' : 'chromium-headless-shell';
  const done = progress(`Installing ${name}`);
  const options = { quiet: true, env: { DEBIAN_FRONTEND: 'noninteractive' } };
  const update = await run('apt-get', ['update'], options);
  const install = await run('apt-get', ['install', '-y', '--no-install-recommends', name], options);
  done();
  return hasBrowser(headed)
    ? null
    : `${name} could not be installed:\n${update.output}${install.output}`;
}

/** @param {boolean} headed */
function systemBrowsers(headed) {
  return headed ? [CHROMIUM] : [HEADLESS_SHELL, CHROMIUM];
}

/** @param {boolean} headed */
function hasBrowser(headed) {
  return [chromium.executablePath(), ...systemBrowsers(headed)].some(existsSync);
}
