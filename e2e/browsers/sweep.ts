/** The base of the sweep: each worker has one engine, in which the owner is signed in. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base, expect } from '@playwright/test';
import { OWNER_EMAIL, OWNER_PASSWORD } from '../fixtures.ts';
import { launchChromium } from './engines/chromium.ts';
import type { Launch } from './engines/engine.ts';
import { launchFirefox } from './engines/firefox.ts';
import { launchWebKit } from './engines/webkit.ts';
import { type Swept, swept } from './grove-to-sweep.ts';
import { Visitor } from './visitor.ts';

export { expect };

const ENGINES = {
  chromium: launchChromium,
  firefox: launchFirefox,
  webkit: launchWebKit,
} satisfies Record<string, Launch>;

export type EngineName = keyof typeof ENGINES;

export const WIDE = { width: 1440, height: 900 };
export const NARROW = { width: 390, height: 844 };

interface Worker {
  grove: Swept;
  /** Where the browser saves downloads. */
  folder: string;
  visitor: Visitor;
}

export const test = base.extend<object, Worker & { engineName: EngineName }>({
  engineName: ['chromium', { option: true, scope: 'worker' }],
  grove: [async ({}, use) => use(swept()), { scope: 'worker' }],
  folder: [
    async ({}, use) => {
      const folder = mkdtempSync(join(tmpdir(), 'grove-browser-'));
      await use(folder);
      rmSync(folder, { recursive: true, force: true });
    },
    { scope: 'worker' },
  ],
  visitor: [
    async ({ engineName, folder, grove }, use) => {
      const engine = await ENGINES[engineName](folder);
      const visitor = new Visitor(engine, grove.url);
      await engine.resize(WIDE.width, WIDE.height);
      await visitor.open('/sign-in');
      await signIn(visitor, OWNER_PASSWORD);
      await visitor.sees({ role: 'heading', name: 'acme' });
      await visitor.settle();
      await use(visitor);
      await engine.close();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
});

export async function signIn(visitor: Visitor, password: string): Promise<void> {
  await visitor.enter({ role: 'textbox', name: 'E-mail' }, OWNER_EMAIL);
  await visitor.press('Tab');
  await visitor.type(password);
  await visitor.press('Enter');
}
