/**
 * Chooses the browser for tests: Playwright's own if it is installed, else the system's Chromium.
 */
import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';
import { ensurePackages } from './apt.mjs';

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

/** @returns {Promise<string | null>} why there is none */
export function ensureBrowser() {
  return ensurePackages({ what: 'Chromium', packages: ['chromium'], isInstalled: hasBrowser });
}

function hasBrowser() {
  return existsSync(chromium.executablePath()) || existsSync(SYSTEM);
}
