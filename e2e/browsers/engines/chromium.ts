import { join } from 'node:path';
import { chromium } from '@playwright/test';
import type { Engine } from './engine.ts';
import { launchOptions } from '../../../scripts/lib/browser.mjs';

/** The browser logs expected refusals of the API as errors. */
const REFUSED = /Failed to load resource: the server responded with a status of 4/;

export async function launchChromium(folder: string): Promise<Engine> {
  const browser = await chromium.launch(launchOptions());
  const page = await browser.newPage();
  const problems: string[] = [];
  page.on('pageerror', ({ message }) => problems.push(message));
  page.on('console', (message) => {
    if (message.type() === 'error' && !REFUSED.test(message.text())) problems.push(message.text());
  });
  let downloads = 0;
  page.on('download', (download) => {
    downloads += 1;
    return download.saveAs(join(folder, String(downloads), download.suggestedFilename()));
  });
  return {
    version: `Chromium ${browser.version()}`,
    open: async (url) => void (await page.goto(url)),
    run: (expression) => page.evaluate(expression),
    click: ({ x, y }) => page.mouse.click(x, y),
    async drag(from, to) {
      await page.mouse.move(from.x, from.y);
      await page.mouse.down();
      await page.mouse.move(to.x, to.y, { steps: 4 });
      await page.mouse.up();
    },
    type: (text) => page.keyboard.type(text),
    press: (keys) => page.keyboard.press(keys),
    resize: (width, height) => page.setViewportSize({ width, height }),
    problems: async () => problems.splice(0),
    close: () => browser.close(),
  };
}
