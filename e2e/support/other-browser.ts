import type { BrowserContextOptions, Page } from '@playwright/test';
import { makeReady } from './ready-page.ts';

/** A page of another browser, without the cookies of `page`. */
export async function inOtherBrowser(
  page: Page,
  options: BrowserContextOptions & { baseURL: string },
): Promise<Page> {
  const context = await page.context().browser()?.newContext(options);
  if (context === undefined) throw new Error('there is no browser');
  const other = await context.newPage();
  await makeReady(other);
  return other;
}
