/**
 * Chooses the browser for tests: Playwright's own if it is installed, else Debian's headless shell,
 * which takes a quarter less time, else Debian's Chromium.
 */
import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';
import { ensurePackages } from './apt.mjs';

const HEADLESS_SHELL = '/usr/bin/chromium-headless-shell';
/** Debian's browser that can show windows. */
const CHROMIUM = '/usr/bin/chromium';

/** Arguments that stop Debian's browsers from contacting their maker and from using a GPU. */
const SYSTEM_ARGS = [
  '--disable-gpu',
  // Makes letters as wide as in a browser with windows.
  '--font-render-hinting=none',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

const isRoot = process.getuid?.() === 0;

/**
 * Whether the browser shows windows. Read from the environment, because the workers of Playwright do not
 * have the arguments of its command.
 */
function isHeaded() {
  if (process.argv.some((argument) => ['--headed', '--debug', '--ui'].includes(argument))) {
    process.env.GROVE_BROWSER_WINDOWS = 'true';
  }
  return process.env.GROVE_BROWSER_WINDOWS === 'true';
}

const systemBrowsers = () => (isHeaded() ? [CHROMIUM] : [HEADLESS_SHELL, CHROMIUM]);

const hasAny = (/** @type {readonly string[]} */ paths) =>
  [chromium.executablePath(), ...paths].some(existsSync);

export function launchOptions() {
  if (existsSync(chromium.executablePath())) return {};
  // Chromium's sandbox refuses to run as root.
  const args = isRoot ? [...SYSTEM_ARGS, '--no-sandbox'] : SYSTEM_ARGS;
  return { executablePath: systemBrowsers().find(existsSync) ?? CHROMIUM, args };
}

/**
 * Installs the quickest browser. Where that cannot be installed, the slower one is enough.
 *
 * @returns {Promise<string | null>} why there is none
 */
export async function ensureBrowser() {
  const [path = CHROMIUM] = systemBrowsers();
  const name = path === CHROMIUM ? 'chromium' : 'chromium-headless-shell';
  const isInstalled = () => hasAny([path]);
  const missing = await ensurePackages({ what: name, packages: [name], isInstalled });
  return hasAny(systemBrowsers()) ? null : missing;
}
