/**
 * The loading cost of each screen, in requests and bytes, which do not depend on the machine's
 * speed.
 */
import { expect, type Page } from '@playwright/test';

/** The first content of a screen comes with the page. Only these requests follow it. */
const ASKED_AFTERWARDS: Readonly<Record<string, number>> = {
  '/explain': 3,
  // Whom a request would ask follows each choice.
  '/my-access/ask': 2,
  // The tab keeps this address, so that a reload shows the same page.
  '/groups/[group]/providers/new': 1,
  '/groups/[group]/roles/compare': 3,
  '/settings/security': 1,
  '/settings/sessions': 1,
};
/** The bytes of all scripts of a screen, compressed as transferred. */
const MAX_SCRIPT_BYTES = 189_000;
/** The bytes of a screen with a list, which needs the table library. */
const MAX_TABLE_SCRIPT_BYTES = 204_000;
/** The bytes of a form in a sheet over a list, in addition to the list. */
const MORE_IN_A_SHEET = 9_800;
/** The bytes of the actions on a saved view, in addition to the list. */
const MORE_IN_A_VIEW = 4_000;

const API = /^\/(?:iam|registry|vulnerabilities)\/v2beta1\/|^\/auth\/v1\//;

/** Collects method and path of each API request from now on, but for the stream that every screen has. */
export function watchApi(page: Page): string[] {
  const requests: string[] = [];
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    if (request.resourceType() === 'eventsource') return;
    if (API.test(pathname)) requests.push(`${request.method()} ${pathname}${search}`);
  });
  return requests;
}

/** The compressed size of each script that the page has loaded, by address. */
function scriptBytes(page: Page): Promise<[url: string, bytes: number][]> {
  return page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .filter((entry): entry is PerformanceResourceTiming => /\.js(?:$|\?)/.test(entry.name))
      .map(({ name, encodedBodySize }) => [name, encodedBodySize]),
  );
}

/** Checks the requests and bytes of the screen that `page` shows. */
export async function expectWithinBudget(page: Page, route: string, api: string[]): Promise<void> {
  expect(api.length, api.join('\n')).toBeLessThanOrEqual(ASKED_AFTERWARDS[route] ?? 0);
  const scripts = await scriptBytes(page);
  const bytes = scripts.reduce((sum, [, length]) => sum + length, 0);
  const list = scripts.map(([name, length]) => `${length} ${name}`).join('\n');
  expect(bytes, list).toBeGreaterThan(100_000);
  // Only lists have this element, even a list under a sheet.
  const hasTable = (await page.getByLabel('View and export').count()) > 0;
  const isOverTable = hasTable && (await page.getByRole('dialog').count()) > 0;
  const isView = new URL(page.url()).searchParams.has('view');
  const most = hasTable ? MAX_TABLE_SCRIPT_BYTES : MAX_SCRIPT_BYTES;
  const more = (isOverTable ? MORE_IN_A_SHEET : 0) + (isView ? MORE_IN_A_VIEW : 0);
  expect(bytes, list).toBeLessThanOrEqual(most + more);
}
