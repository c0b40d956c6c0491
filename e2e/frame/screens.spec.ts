/** Checks each screen with content: the cost of loading, accessibility and layout. */
import type { Page } from '@playwright/test';
import { expect, groupUrl, type Grove, makeGroup, test } from '../fixtures.ts';
import { expectToFit, look } from '../support/look.ts';
import { expectReachable } from '../support/reachable-controls.ts';
import { DESKTOP } from '../support/widths.ts';
import { expectWithinBudget, watchApi } from './budgets.ts';
import { ROUTES, screenUrl } from './screens.ts';

test.describe.configure({ mode: 'parallel' });

/** Controls with text that open a keyboard or a list when touched. */
const FIELDS =
  'textarea, select, input:not([type=checkbox], [type=radio], [type=file], [type=hidden], [hidden])';

/** A phone zooms into a field with smaller text. */
const LEAST_FIELD_PIXELS = 16;

async function expectNoZoom(page: Page): Promise<void> {
  const sizes = await page.locator(FIELDS).evaluateAll((all) =>
    all.map((field) => ({
      field: field.getAttribute('name') ?? field.getAttribute('aria-label') ?? field.id,
      size: Number.parseFloat(getComputedStyle(field).fontSize),
    })),
  );
  expect(sizes.filter(({ size }) => size < LEAST_FIELD_PIXELS)).toEqual([]);
}

/** The folder of a group's pages, `settings`, or nothing for all other routes. */
function sectionOf(route: string): string {
  const [, first, , section] = route.split('/');
  if (first === 'groups') return section ?? '';
  return first === 'settings' ? first : '';
}

/** Collects the addresses of other servers that the page requests from now on. */
function watchElsewhere(page: Page, grove: Grove): string[] {
  const elsewhere: string[] = [];
  page.on('request', (request) => {
    const { origin, protocol } = new URL(request.url());
    if (protocol.startsWith('http') && origin !== grove.url) elsewhere.push(request.url());
  });
  return elsewhere;
}

// The screens of a section share a page, because a new page takes about as long as a screen.
for (const [section, routes] of Map.groupBy(ROUTES, sectionOf)) {
  const name = section === '' ? 'the other screens' : `the screens of ${section}`;
  test(`${name} keep to their budget, are accessible, fit, and ask nobody else`, async ({
    ownerPage: page,
    grove,
  }) => {
    const api = watchApi(page);
    const elsewhere = watchElsewhere(page, grove);
    for (const route of routes) {
      await test.step(route, async () => {
        const url = await screenUrl(page, grove, route);
        await page.goto('about:blank');
        api.length = 0;
        await page.goto(url);
        await expect(page.getByRole('heading').first()).toBeVisible();
        await page.waitForLoadState('networkidle');
        await expectWithinBudget(page, route, api);
        await expectReachable(page);
        await look(page, async () => {
          await expectReachable(page);
          await expectNoZoom(page);
        });
        // The layout at a zoom of 200 %.
        await page.setViewportSize({ width: DESKTOP.width / 2, height: DESKTOP.height / 2 });
        await expectToFit(page);
        await page.setViewportSize(DESKTOP);
        expect(elsewhere).toEqual([]);
      });
    }
  });
}

test('a group far down comes in one round trip like one at the top', async ({
  ownerPage: page,
  grove,
}) => {
  let parent = grove.rootUid;
  for (const name of ['one', 'two', 'three', 'four', 'five']) {
    parent = (await makeGroup(page, grove, parent, `${name} down`)).uid;
  }
  const api = watchApi(page);
  await page.goto(groupUrl(parent, '/children'));
  await expect(page.getByRole('heading', { level: 1, name: 'five down' })).toBeVisible();
  await page.waitForLoadState('networkidle');
  expect(api).toEqual([]);
});
