/**
 * Chooses the browser for tests: Playwright's own if it is installed, else the system's Chromium.
 */
import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';
import { aptInstall, canInstall } from './apt.mjs';

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
  if (!canInstall()) return 'there is no browser; run: npx playwright install chromium';
  const output = await aptInstall(['chromium']);
  return hasBrowser() ? null : `Chromium could not be installed:\n${output}`;
}

function hasBrowser() {
  return existsSync(chromium.executablePath()) || existsSync(SYSTEM);
}
