/** The search box and the filters of a list. */
import type { Locator, Page } from '@playwright/test';
import { expect, groupUrl, makeGroup, test } from '../fixtures.ts';
import { insertHoldings } from '../groups/holdings.ts';
import { chooseFilter, moreFilters, showResults, typeFilter } from './filters.ts';

const groups = (page: Page) => page.getByRole('grid', { name: 'Child groups' }).getByRole('link');
const advisories = (page: Page) =>
  page.getByRole('table', { name: 'Advisories' }).getByRole('link', { name: /^CGA/ });

test('a list is searched during typing, and one word is one entry of the history', async ({
  ownerPage: page,
  grove,
}) => {
  const { uid } = await makeGroup(page, grove, grove.rootUid);
  for (const name of ['apple', 'apple pie', 'pear']) await makeGroup(page, grove, uid, name);
  await page.goto(groupUrl(uid, '/children'));
  await expect(groups(page)).toHaveText(['apple', 'apple pie', 'pear']);
  const search = page.getByRole('searchbox', { name: 'Search child groups' });
  await search.pressSequentially('appl');
  await expect(groups(page)).toHaveText(['apple', 'apple pie']);
  await expect(page).toHaveURL(/\?query=appl$/);
  await page.goBack();
  await expect(groups(page)).toHaveText(['apple', 'apple pie', 'pear']);
  await expect(search).toHaveValue('');

  await search.fill('"Apple"');
  await expect(groups(page)).toHaveText(['apple']);
  await search.fill('=apple pie');
  await expect(groups(page)).toHaveText(['apple pie']);
  await expect(search).toHaveValue('=apple pie');
  await search.fill('nowhere');
  await expect(page.getByRole('heading', { name: 'Nothing matches “nowhere”' })).toBeVisible();
  await page.getByRole('button', { name: 'Clear search' }).click();
  await expect(groups(page)).toHaveCount(3);
});

test('the box keeps every letter, however slowly the address follows', async ({
  ownerPage: page,
  grove,
  browserName,
}) => {
  const { uid } = await makeGroup(page, grove, grove.rootUid);
  await makeGroup(page, grove, uid, 'karim lindqvist');
  await page.goto(groupUrl(uid, '/children'));
  const search = page.getByRole('searchbox', { name: 'Search child groups' });
  if (browserName === 'chromium') {
    const session = await page.context().newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: 6 });
  }
  for (const delay of [20, 90, 200]) {
    await search.fill('');
    await search.pressSequentially('karim lind', { delay });
    await expect(search).toHaveValue('karim lind');
    await expect(page).toHaveURL(/query=karim\+lind$/);
    await expect(search).toHaveValue('karim lind');
  }
  await search.press('Control+A');
  await search.press('Delete');
  await expect(page).not.toHaveURL(/query/);
  await expect(search).toHaveValue('');
});

test('keys in a row ask the server once', { tag: '@long' }, async ({ ownerPage: page, grove }) => {
  const { uid } = await makeGroup(page, grove, grove.rootUid);
  await makeGroup(page, grove, uid, 'apple');
  await page.clock.install();
  await page.goto(groupUrl(uid, '/children'));
  await expect(groups(page)).toHaveText(['apple']);
  const asked: string[] = [];
  page.on('request', (request) => {
    const { searchParams } = new URL(request.url());
    const query = searchParams.get('query');
    if (query !== null && request.url().includes('/groups?')) asked.push(query);
  });
  // On a slow machine, the time between two keys is longer than the pause before a search.
  await page.clock.pauseAt(Date.now() + 60_000);
  await page.getByRole('searchbox', { name: 'Search child groups' }).pressSequentially('apple');
  expect(asked).toEqual([]);
  await page.clock.resume();
  await expect(page).toHaveURL(/\?query=apple$/);
  expect(asked).toEqual(['apple']);
});

test(
  'a pasted uid, digest or CVE finds just that',
  { tag: '@long' },
  async ({ ownerPage: page, grove }) => {
    const { uid } = await makeGroup(page, grove, grove.rootUid);
    const one = await makeGroup(page, grove, uid, 'one');
    await makeGroup(page, grove, uid, 'two');
    await insertHoldings(grove, uid);
    await page.goto(groupUrl(uid, '/children'));
    await page.getByRole('searchbox', { name: 'Search child groups' }).fill(one.uid);
    await expect(groups(page)).toHaveText(['one']);
    await page.goto(groupUrl(uid, '/advisories'));
    await expect(advisories(page)).toHaveCount(2);
    const search = page.getByRole('searchbox', { name: 'Search advisories' });
    await search.fill('cve-2022-37434');
    await expect(page).toHaveURL(/query=cve-2022-37434/);
    await expect(advisories(page)).toHaveCount(2);
    await search.fill('cga-3456-789C-fghj');
    await expect(advisories(page)).toHaveText(['CGA-3456-789c-fghj']);
  },
);

test('filters show their values, and are removed one by one or all at once', async ({
  ownerPage: page,
  grove,
  isMobile,
}) => {
  const { uid } = await makeGroup(page, grove, grove.rootUid);
  await insertHoldings(grove, uid);
  await page.goto(groupUrl(uid, '/advisories'));
  await expect(advisories(page)).toHaveCount(2);
  await chooseFilter(page, 'Severity', 'Low');
  await expect(advisories(page)).toHaveText(['CGA-3456-789c-fghj']);
  await typeFilter(page, 'Artifact', 'no such artifact');
  await expect(page.getByRole('heading', { name: 'Nothing matches these filters' })).toBeVisible();
  const filters = page.getByRole('group', { name: 'Filters' });
  if (isMobile) {
    await filters.getByRole('button', { name: 'Filters (2)' }).click();
    const sheet = page.getByRole('dialog', { name: 'Filters' });
    await sheet.getByRole('textbox', { name: 'Artifact' }).fill('');
    await sheet.getByRole('heading', { name: 'Filters' }).click();
    await showResults(page);
    await expect(advisories(page)).toHaveText(['CGA-3456-789c-fghj']);
    await filters.getByRole('button', { name: 'Filters (1)' }).click();
    await sheet.getByRole('button', { name: 'Clear all' }).click();
  } else {
    await expect(filters.getByRole('button', { name: 'Severity: Low', exact: true })).toBeVisible();
    await filters.getByRole('button', { name: 'Remove filter Artifact' }).click();
    await expect(advisories(page)).toHaveText(['CGA-3456-789c-fghj']);
    await filters.getByRole('button', { name: 'Clear all' }).click();
  }
  await expect(advisories(page)).toHaveCount(2);
  await expect(page).toHaveURL(/\/advisories$/);
  // Both are false positives.
  await chooseFilter(page, 'Status', 'Open');
  await expect(page).toHaveURL(/statuses=DETECTION&statuses=TRUE_POSITIVE_DETERMINATION&/);
  await expect(page.getByRole('heading', { name: 'Nothing matches these filters' })).toBeVisible();
  if (!isMobile) await expect(filters.getByRole('button', { name: 'Status: Open' })).toBeVisible();
});

test(
  'filters that narrow a list stay on the screen, and those without room are in the sheet',
  { tag: '@desktop-only' },
  async ({ ownerPage: page, grove }) => {
    const { uid } = await makeGroup(page, grove, grove.rootUid);
    await insertHoldings(grove, uid);
    await grove.database
      .rowsIn('Advisory')
      .update({ where: { parent: uid }, data: { status: 'FIX_NOT_PLANNED' } });
    const head = page.getByRole('columnheader', { name: 'Severity' });
    const filters = page.getByRole('group', { name: 'Filters' });
    const topOf = async (control: Locator) => (await control.boundingBox())?.y;
    for (const width of [1440, 1280, 1024]) {
      await page.setViewportSize({ width, height: 800 });
      await page.goto(groupUrl(uid, '/advisories'));
      await expect(advisories(page)).toHaveCount(2);
      await expect(filters.getByRole('button', { name: 'Severity', exact: true })).toBeVisible();
      const before = await topOf(head);
      await chooseFilter(page, 'Severity', 'Critical');
      await chooseFilter(page, 'Status', 'No fix planned');
      await expect(advisories(page)).toHaveText(['CGA-2345-6789-cfgh']);
      // On another line if they have no room on the first.
      expect(await topOf(head)).toBeGreaterThanOrEqual(before ?? 0);
      await expect(filters.getByRole('button', { name: 'Severity: Critical' })).toBeInViewport();
      await expect(
        filters.getByRole('button', { name: 'Status: No fix planned' }),
      ).toBeInViewport();
      await expect(page.getByRole('button', { name: 'Export all as CSV' })).toBeInViewport();
    }
    await moreFilters(page).click();
    const sheet = page.getByRole('dialog', { name: 'Filters' });
    await expect(sheet.getByRole('checkbox', { name: 'Critical' })).toBeChecked();
  },
);

test(
  'on a phone the rows begin in the first third of the screen',
  { tag: '@phone-only' },
  async ({ ownerPage: page, grove }) => {
    const { uid } = await makeGroup(page, grove, grove.rootUid);
    await insertHoldings(grove, uid);
    await makeGroup(page, grove, uid, 'inside');
    const height = page.viewportSize()?.height ?? 0;
    for (const [path, first] of [
      ['/advisories', advisories(page).first()],
      ['/children', groups(page).first()],
    ] as const) {
      await page.goto(groupUrl(uid, path));
      await expect(first).toBeVisible();
      expect((await first.boundingBox())?.y, path).toBeLessThanOrEqual(height / 3);
    }

    // A row is two lines: its menu stands beside its name.
    const menu = await page.getByRole('button', { name: 'Actions for inside' }).boundingBox();
    const name = await groups(page).first().boundingBox();
    expect(menu?.y).toBeLessThan((name?.y ?? 0) + (name?.height ?? 0));
  },
);
