/** Each screen with content: what it costs to load, whether it is accessible and fits. */
import { expect, groupUrl, makeGroup, test } from '../fixtures.ts';
import { expectToFit, lookTwice } from '../support/look.ts';
import { expectReachable } from '../support/reachable-controls.ts';
import { asOnPhone, DESKTOP } from '../support/widths.ts';
import { expectWithinBudget, watchApi } from './budgets.ts';
import { ROUTES, screenUrl } from './screens.ts';

test.describe.configure({ mode: 'parallel' });

for (const route of ROUTES) {
  test(`${route} keeps to its budget, is accessible, fits, and asks nobody else`, async ({
    ownerPage: page,
    grove,
  }) => {
    const url = await screenUrl(page, grove, route);
    const api = watchApi(page);
    const elsewhere: string[] = [];
    page.on('request', (request) => {
      const { origin, protocol } = new URL(request.url());
      if (protocol.startsWith('http') && origin !== grove.url) elsewhere.push(request.url());
    });
    await page.goto(url);
    await expect(page.getByRole('heading').first()).toBeVisible();
    await page.waitForLoadState('networkidle');
    await expectWithinBudget(page, route, api);
    await lookTwice(page);
    await expectReachable(page);
    await asOnPhone(page, () => expectReachable(page));
    // The layout of a browser at 200 %.
    await page.setViewportSize({ width: DESKTOP.width / 2, height: DESKTOP.height / 2 });
    await expectToFit(page);
    expect(elsewhere).toEqual([]);
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
