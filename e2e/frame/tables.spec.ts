import { readFileSync } from 'node:fs';
import { expect, type Grove, groupUrl, makeGroup, test } from '../fixtures.ts';
import { insertGroups } from '../groups/many-groups.ts';
import type { Page } from '@playwright/test';
import { exportAs } from './exports.ts';

const table = (page: Page) => page.getByRole('grid', { name: 'Child groups' });

async function listOf(page: Page, grove: Grove, names: string[]): Promise<string> {
  const { uid } = await makeGroup(page, grove, grove.rootUid);
  await insertGroups(grove, uid, names);
  await page.goto(groupUrl(uid, '/children'));
  await expect(table(page).getByRole('link').first()).toBeVisible();
  return uid;
}

async function openView(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'View and export' }).click();
  await expect(page.getByRole('menu', { name: 'View and export' })).toBeVisible();
}

test(
  'a click beside a link of a row opens the row, and selecting text does not',
  { tag: '@phone' },
  async ({ ownerPage: page, grove }) => {
    const uid = await listOf(page, grove, ['one', 'two']);
    const list = page.url();
    const row = table(page).getByRole('row', { name: /two/ });
    const created = row.getByRole('time').last();
    await created.click();
    await expect(page.getByRole('heading', { level: 1, name: 'two' })).toBeVisible();
    expect(page.url()).not.toContain(uid.replaceAll('/', '.') + '/');

    await page.goto(list);
    const box = await created.boundingBox();
    if (!box) throw new Error('the time has no place');
    await page.mouse.move(box.x + 1, box.y + box.height / 2);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width - 1, box.y + box.height / 2, { steps: 4 });
    await page.mouse.up();
    expect(await page.evaluate(() => getSelection()?.toString())).not.toBe('');
    expect(page.url()).toBe(list);
  },
);

test(
  'a middle click in a row opens its page in another tab',
  { tag: '@desktop-only' },
  async ({ ownerPage: page, grove, context }) => {
    await listOf(page, grove, ['one', 'two']);
    const list = page.url();
    const opened = context.waitForEvent('page');
    await table(page)
      .getByRole('row', { name: /one/ })
      .getByRole('time')
      .last()
      .click({ button: 'middle' });
    const tab = await opened;
    await expect(tab.getByRole('heading', { level: 1, name: 'one' })).toBeVisible();
    expect(page.url()).toBe(list);
  },
);

test(
  'columns and the height of rows are chosen, and stay so',
  { tag: ['@desktop-only', '@long'] },
  async ({ ownerPage: page, grove }) => {
    await listOf(page, grove, ['one', 'two']);
    const height = async () => (await table(page).getByRole('row').last().boundingBox())?.height;
    const before = (await height()) ?? 0;
    await openView(page);
    await page.getByRole('menuitemcheckbox', { name: 'Description' }).click();
    await page.getByRole('menuitemradio', { name: 'Compact' }).click();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('columnheader', { name: 'Description' })).toBeHidden();
    await expect(page.getByRole('columnheader', { name: 'Created' })).toBeVisible();
    expect(await height()).toBeLessThan(before);

    await page.reload();
    await expect(page.getByRole('columnheader', { name: 'Created' })).toBeVisible();
    await expect(page.getByRole('columnheader', { name: 'Description' })).toBeHidden();
    expect(await height()).toBeLessThan(before);
  },
);

test(
  'several are deleted at once, and what could not be is told',
  { tag: '@desktop-only' },
  async ({ ownerPage: page, grove }) => {
    const uid = await listOf(page, grove, ['alpha', 'beta', 'gamma', 'delta']);
    const found = await page.request.get(`/iam/v2beta1/groups?uidp.children_of=${uid}&name=beta`);
    const { groups } = (await found.json()) as { groups: { uid: string }[] };
    await makeGroup(page, grove, groups[0]?.uid ?? '', 'in the way');

    const above = await page.getByRole('row', { name: /gamma/ }).boundingBox();
    await page.getByRole('checkbox', { name: 'Select alpha' }).check();
    await expect(page.getByRole('group', { name: 'Selected rows' })).toBeInViewport({ ratio: 1 });
    // The row under the pointer stays there.
    expect((await page.getByRole('row', { name: /gamma/ }).boundingBox())?.y).toBe(above?.y);
    await page.getByRole('row', { name: /gamma/ }).getByRole('link').focus();
    await page.keyboard.press('x');
    await expect(page.getByRole('checkbox', { name: 'Select gamma' })).toBeChecked();
    await page.getByRole('checkbox', { name: 'Select all rows of this page' }).check();
    const bar = page.getByRole('group', { name: 'Selected rows' });
    await expect(bar.getByRole('status')).toHaveText('4 groups selected');
    await page.getByRole('checkbox', { name: 'Select delta' }).uncheck();
    await bar.getByRole('button', { name: 'Delete' }).click();
    const dialog = page.getByRole('alertdialog', { name: 'Delete 3 groups?' });
    await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
    await dialog.getByRole('button', { name: 'Delete 3 groups' }).click();

    await expect(dialog.getByRole('alert')).toContainText('1 group not deleted');
    await expect(dialog.getByRole('alert')).toContainText('beta');
    await expect(dialog.getByText('2 of 3 groups deleted')).toBeVisible();
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    await expect(table(page).getByRole('link')).toHaveText(['beta', 'delta']);
    await expect(bar.getByRole('status')).toHaveText('1 group selected');
  },
);

test(
  'on a phone rows are selected from the menu of the first, and by their boxes',
  { tag: '@phone-only' },
  async ({ ownerPage: page, grove }) => {
    await listOf(page, grove, ['alpha', 'beta', 'gamma']);
    await expect(page.getByRole('checkbox', { name: 'Select beta' })).toBeHidden();
    await page.getByRole('button', { name: 'Actions for alpha' }).tap();
    await page.getByRole('menuitem', { name: 'Select', exact: true }).tap();
    await page.getByRole('checkbox', { name: 'Select beta' }).tap();
    const bar = page.getByRole('group', { name: 'Selected rows' });
    await expect(bar.getByRole('status')).toHaveText('2 groups selected');
    await expect(bar).toBeInViewport({ ratio: 1 });
    await bar.getByRole('button', { name: 'Delete' }).tap();
    const dialog = page.getByRole('alertdialog', { name: 'Delete 2 groups?' });
    await dialog.getByRole('button', { name: 'Delete 2 groups' }).tap();
    await expect(table(page).getByRole('link')).toHaveText(['gamma']);
    await expect(page.getByRole('checkbox', { name: 'Select gamma' })).toBeHidden();
  },
);

test(
  'what was chosen is let go under another filter',
  { tag: ['@desktop-only', '@long'] },
  async ({ ownerPage: page, grove }) => {
    await listOf(page, grove, ['here', 'there']);
    await page.getByRole('checkbox', { name: 'Select here' }).check();
    const bar = page.getByRole('group', { name: 'Selected rows' });
    await expect(bar).toBeVisible();
    const name = page.getByRole('searchbox', { name: 'Search child groups' });
    await name.fill('there');
    await name.press('Enter');
    await expect(table(page).getByRole('link')).toHaveText(['there']);
    await expect(bar).toBeHidden();
  },
);

test('all rows are exported, whatever the page', async ({ ownerPage: page, grove }) => {
  const names = Array.from({ length: 450 }, (_, index) => `n${String(index).padStart(3, '0')}`);
  await listOf(page, grove, names);
  for (const [format, read] of [
    [
      'CSV',
      (text: string) =>
        text
          .trim()
          .split('\r\n')
          .slice(1)
          .map((line) => line.split(',')[1]),
    ],
    ['JSON', (text: string) => (JSON.parse(text) as { name: string }[]).map(({ name }) => name)],
  ] as const) {
    const downloading = page.waitForEvent('download');
    await exportAs(page, format);
    const download = await downloading;
    expect(download.suggestedFilename()).toMatch(
      new RegExp(`-child-groups-\\d{4}-\\d{2}-\\d{2}\\.${format.toLowerCase()}$`),
    );
    expect(read(readFileSync(await download.path(), 'utf8'))).toEqual(names);
  }
});

test(
  'an export that fails can be tried again',
  { tag: '@long' },
  async ({ ownerPage: page, grove }) => {
    await listOf(page, grove, ['only']);
    await page.route('**/iam/v2beta1/groups?*page_size=200*', (route) =>
      route.fulfill({ status: 500, json: { code: 13, message: 'the database is busy' } }),
    );
    await exportAs(page, 'CSV');
    const dialog = page.getByRole('dialog', { name: 'Export child groups' });
    await expect(dialog.getByRole('alert')).toContainText('the database is busy');
    await page.unroute('**/iam/v2beta1/groups?*page_size=200*');
    const downloading = page.waitForEvent('download');
    await dialog.getByRole('button', { name: 'Try again' }).click();
    await downloading;
    await expect(dialog).toBeHidden();
  },
);

test('a list is copied as an API call', { tag: '@long' }, async ({ ownerPage: page, grove }) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  const uid = await listOf(page, grove, ['only']);
  await openView(page);
  await page.getByRole('menuitem', { name: 'API call' }).click();
  const dialog = page.getByRole('dialog', { name: 'API call' });
  await dialog.getByRole('button', { name: 'Copy as curl' }).click();
  await expect(dialog.getByRole('status').filter({ hasText: 'Copied' })).toBeVisible();
  const command = await page.evaluate(() => navigator.clipboard.readText());
  expect(command).toContain('curl -H "Authorization: Bearer $GROVE_TOKEN"');
  expect(command).toContain(`${grove.url}/iam/v2beta1/groups?uidp.children_of=`);
  expect(command).toContain(encodeURIComponent(uid));
  await expect(dialog.getByRole('radio', { name: 'JSON' })).toHaveCount(0);
  await dialog.getByRole('radio', { name: 'grpcurl' }).check();
  await expect(dialog.getByText('GroupsService/ListGroups')).toContainText(
    `"uidp":{"childrenOf":"${uid}"}`,
  );
});

test(
  'a list is printed without its frame, in light colors',
  { tag: '@desktop-only' },
  async ({ ownerPage: page, grove }) => {
    await listOf(page, grove, ['one', 'two']);
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    await expect(table(page).getByRole('link', { name: 'two' })).toBeVisible();
    await expect(page.getByRole('banner').first()).toBeHidden();
    await expect(page.getByRole('tree')).toBeHidden();
    await expect(page.getByRole('navigation', { name: 'Parts of this group' })).toBeHidden();
    await expect(page.getByRole('searchbox')).toBeHidden();
    await expect(page.locator('html')).toHaveCSS('color-scheme', 'light');
  },
);
