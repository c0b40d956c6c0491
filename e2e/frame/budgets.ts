/**
 * The loading cost of each screen, in requests and bytes, which do not depend on the machine's
 * speed.
 */
import { expect, type Page } from '@playwright/test';

/** The first content of a screen comes with the page; only these requests follow it. */
const ASKED_AFTERWARDS: Readonly<Record<string, number>> = {
  '/explain': 3,
  // An address that the tab then keeps, so that a page that is loaded again shows the same.
  '/groups/[group]/providers/new': 1,
  '/groups/[group]/roles/compare': 3,
  '/settings/security': 1,
  '/settings/sessions': 1,
};
/** Of all scripts together, compressed as transferred. */
const MAX_SCRIPT_BYTES = 185_000;
/** Of a screen with a list, which brings the table library. */
const MAX_TABLE_SCRIPT_BYTES = 199_200;
/** Of a form in a sheet over a list, on top of the list. */
const MORE_IN_A_SHEET = 9_500;
/** Of what can be done with the saved view that a list shows, on top of the list. */
const MORE_IN_A_VIEW = 4_000;

const API = /^\/(?:iam|registry|vulnerabilities)\/v2beta1\/|^\/auth\/v1\//;

/** Method and path of each API request from now on. */
export function watchApi(page: Page): string[] {
  const requests: string[] = [];
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
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

/** The screen of the route, which `page` shows, asked for no more than it may. */
export async function expectWithinBudget(page: Page, route: string, api: string[]): Promise<void> {
  expect(api.length, api.join('\n')).toBeLessThanOrEqual(ASKED_AFTERWARDS[route] ?? 0);
  const scripts = await scriptBytes(page);
  const bytes = scripts.reduce((sum, [, length]) => sum + length, 0);
  const list = scripts.map(([name, length]) => `${length} ${name}`).join('\n');
  expect(bytes, list).toBeGreaterThan(100_000);
  // Only lists have it, also those under a sheet.
  const hasTable = (await page.getByLabel('View and export').count()) > 0;
  const isOverTable = hasTable && (await page.getByRole('dialog').count()) > 0;
  const isView = new URL(page.url()).searchParams.has('view');
  const most = hasTable ? MAX_TABLE_SCRIPT_BYTES : MAX_SCRIPT_BYTES;
  const more = (isOverTable ? MORE_IN_A_SHEET : 0) + (isView ? MORE_IN_A_VIEW : 0);
  expect(bytes, list).toBeLessThanOrEqual(most + more);
}
