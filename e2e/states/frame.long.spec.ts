/** The overlays of every page (palette, menus, tree, toasts), and pages that do not exist. */
import type { Page } from '@playwright/test';
import { expect, groupUrl, makeGroup, test } from '../fixtures.ts';
import { failing } from '../support/failing.ts';
import { expectContrast } from '../support/accessible.ts';
import { look, lookOnce } from '../support/look.ts';
import { asOnPhone } from '../support/widths.ts';

test.describe.configure({ mode: 'parallel' });

const palette = (page: Page) => page.getByRole('dialog', { name: 'Command palette' });

test('the frame around every page', async ({ ownerPage: page, grove }) => {
  await page.goto(groupUrl(grove.rootUid));
  await expect(page.getByRole('tree')).toBeVisible();
  await expectContrast(page, { withFrame: true });
  await asOnPhone(page, () => expectContrast(page, { withFrame: true }));
});

test('the palette', async ({ ownerPage: page, grove }) => {
  await makeGroup(page, grove, grove.rootUid, 'persimmon tree');
  await page.goto(groupUrl(grove.rootUid));
  await page.keyboard.press('Control+k');
  const search = palette(page).getByRole('searchbox');
  await expect(search).toBeFocused();
  await look(page);
  await search.fill('persimmon');
  await expect(palette(page).getByRole('menuitem', { name: /^persimmon tree/ })).toBeVisible();
  await look(page);
  await search.fill('xyzzy');
  await expect(palette(page).getByRole('status')).toHaveText(/^Nothing is named/);
  await look(page);
  await page.route('**/registry/v2beta1/repos?*', failing);
  await search.fill('persimmon tr');
  await expect(palette(page).getByRole('alert')).toContainText('could not be searched');
  await look(page);
});

test('the keyboard help and the menu of the account', async ({ ownerPage: page, grove }) => {
  await page.goto(groupUrl(grove.rootUid));
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keyboard' })).toBeVisible();
  await look(page);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Account' }).click();
  await expect(page.getByRole('menu', { name: 'Account' })).toBeVisible();
  await look(page);
});

test('the tabs that do not fit', async ({ ownerPage: page, grove }) => {
  await page.setViewportSize({ width: 900, height: 800 });
  await page.goto(groupUrl(grove.rootUid));
  await page.getByRole('button', { name: 'More parts of this group' }).click();
  await expect(page.getByRole('menu', { name: 'More parts of this group' })).toBeVisible();
  await look(page);
});

test('the tree with a branch that failed, and without its rail', async ({
  ownerPage: page,
  grove,
}) => {
  const parent = await makeGroup(page, grove, grove.rootUid, 'a broken branch');
  await makeGroup(page, grove, parent.uid, 'out of reach');
  await page.goto(groupUrl(grove.rootUid));
  const fails = (url: URL) => url.searchParams.get('uidp.children_of') === parent.uid;
  await page.route(fails, failing);
  await page.getByRole('treeitem', { name: 'a broken branch' }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(
    page.getByRole('treeitem', { name: 'Could not be loaded. Try again' }),
  ).toBeVisible();
  await expectContrast(page, { withFrame: true });
  await lookOnce(page);
  await page.getByRole('button', { name: 'Collapse the group tree' }).click();
  await expect(page.getByRole('tree')).toBeHidden();
  await lookOnce(page);
});

test(
  'the tree in the drawer of a phone',
  { tag: '@phone-only' },
  async ({ ownerPage: page, grove }) => {
    await page.goto(groupUrl(grove.rootUid));
    await page.getByRole('button', { name: /Open the group tree/ }).tap();
    await expect(page.getByRole('dialog', { name: 'Groups' })).toBeVisible();
    await lookOnce(page);
  },
);

test(
  'the filters in the sheet of a phone',
  { tag: '@phone-only' },
  async ({ ownerPage: page, grove }) => {
    await page.goto(groupUrl(grove.rootUid, '/advisories?severities=LOW'));
    await page.getByRole('button', { name: 'Filters (1)' }).tap();
    await expect(page.getByRole('dialog', { name: 'Filters' })).toBeVisible();
    await lookOnce(page);
  },
);

test('a notice that offers to undo, and one that says why it did not', async ({
  ownerPage: page,
  grove,
}) => {
  const { uid } = await makeGroup(page, grove, grove.rootUid);
  await page.goto(groupUrl(uid, '/edit'));
  const editor = page.getByRole('dialog');
  await editor.getByLabel('Description').fill('changed');
  await editor.getByRole('button', { name: 'Save changes' }).click();
  const notice = page.getByRole('alertdialog');
  const undo = notice.getByRole('button', { name: 'Undo' });
  await undo.focus();
  await look(page);
  await page.route(`**/iam/v2beta1/groups/**`, failing);
  await undo.click();
  await expect(notice.filter({ hasText: 'Not undone' })).toBeVisible();
  await look(page);
});

test('the facts of a group, and a failed copy', async ({ ownerPage: page, grove }) => {
  // As in a browser that denies access to the clipboard.
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'clipboard', { value: undefined });
    document.execCommand = () => false;
  });
  await page.goto(groupUrl(grove.rootUid));
  await page.getByText('Uid, times and JSON').click();
  const json = page.getByRole('region', { name: 'JSON' });
  await json.getByRole('button', { name: 'Copy JSON' }).click();
  await expect(json.getByText('Not copied', { exact: true })).toBeVisible();
  await look(page);
});

test('an address that leads nowhere', async ({ ownerPage: page, grove }) => {
  for (const [path, name] of [
    ['/nowhere', 'There is no such page'],
    [groupUrl(`${grove.rootUid}/0123456789abcdef`), 'There is no such group'],
    [groupUrl('0'.repeat(40)), 'You may not see this group'],
  ] as const) {
    await page.goto(path);
    await expect(page.getByRole('heading', { name })).toBeVisible();
    await look(page);
  }
});
