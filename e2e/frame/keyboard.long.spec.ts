/** What people come for, done with the keyboard alone. */
import type { Locator, Page } from '@playwright/test';
import { expect, groupUrl, makeGroup, test } from '../fixtures.ts';
import { insertHoldings } from '../groups/holdings.ts';
import { bind, identityUrl, ISSUER, makeIdentity } from '../people/identities.ts';

/** More presses than any page has controls. */
const MOST = 150;

/** Presses one key until the control has the focus. */
async function moveTo(page: Page, control: Locator, key = 'Tab'): Promise<void> {
  await expect(control).toBeVisible();
  const hasFocus = () => control.evaluate((element) => element === document.activeElement);
  for (let presses = 0; presses < MOST && !(await hasFocus()); presses += 1) {
    await page.keyboard.press(key);
  }
  await expect(control).toBeFocused();
}

/** Expects to see that the control has the focus, and presses it. */
async function press(page: Page, control: Locator): Promise<void> {
  await moveTo(page, control);
  const isSeen = await control.evaluate(
    (element) => getComputedStyle(element).outlineStyle !== 'none',
  );
  expect(isSeen, 'the focus is visible').toBe(true);
  await page.keyboard.press('Enter');
}

async function open(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await press(page, page.getByRole('link', { name: 'Skip to content' }));
}

/** Chooses the first match in a field that searches while typing. */
async function pick(page: Page, field: Locator, typed: string): Promise<void> {
  await moveTo(page, field);
  await page.keyboard.type(typed);
  await expect(page.getByRole('listbox').getByRole('option').first()).toContainText(typed);
  await expect(field).toHaveAttribute('aria-activedescendant', /./);
  await page.keyboard.press('Enter');
}

/** Chooses an item of an open menu. */
async function choose(page: Page, item: Locator): Promise<void> {
  await moveTo(page, item, 'ArrowDown');
  await page.keyboard.press('Enter');
}

/** An action of a page: its button, or on a phone an item of its menu. */
async function act(page: Page, name: string): Promise<void> {
  const main = page.getByRole('main');
  const own = main.getByRole('button', { name, exact: true });
  const button = own.or(main.getByRole('link', { name, exact: true }));
  const menu = main.getByRole('button', { name: 'More actions' });
  await expect(button.or(menu).filter({ visible: true }).first()).toBeVisible();
  if (await button.isVisible()) return press(page, button);
  await press(page, menu);
  await choose(page, page.getByRole('menuitem', { name }));
}

test.describe('by the keyboard alone', { tag: '@phone' }, () => {
  test('a person who leaves loses all access', async ({ ownerPage: page, grove }) => {
    const group = await makeGroup(page, grove, grove.rootUid);
    const { uid } = await makeIdentity(page, grove, group.uid, { name: 'leaver' });
    await bind(page, grove, group.uid, uid, 'viewer');
    await page.goto(groupUrl(group.uid));
    await page.keyboard.press('Control+k');
    await expect(page.getByRole('searchbox')).toBeFocused();
    await page.keyboard.type('leaver');
    // The search box keeps the focus.
    await expect(page.getByRole('menuitem').first()).toHaveText(/^leaver/);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 2, name: 'leaver' })).toBeVisible();
    await act(page, 'Remove all access…');
    const question = page.getByRole('alertdialog');
    await press(page, question.getByRole('button', { name: 'Remove all access' }));
    const end = page.getByRole('dialog', { name: 'All access removed' });
    await press(page, end.getByRole('button', { name: 'Done' }));
    await expect(page.getByText('It has no role that you can see')).toBeVisible();
  });

  test('critical advisories without a fix become a view and a file', async ({
    ownerPage: page,
    grove,
    isMobile,
  }) => {
    const group = await makeGroup(page, grove, grove.rootUid);
    await insertHoldings(grove, group.uid);
    await grove.database
      .rowsIn('Advisory')
      .update({ where: { parent: group.uid }, data: { status: 'FIX_NOT_PLANNED' } });
    await open(page, groupUrl(group.uid));
    await press(page, page.getByRole('main').getByRole('link', { name: 'Critical 1' }));
    const rows = page.getByRole('table', { name: 'Advisories' }).getByRole('link');
    await expect(rows).toHaveText(['CGA-2345-6789-cfgh']);

    await press(page, page.getByRole('button', { name: /^Views/ }));
    await choose(page, page.getByRole('menuitem', { name: 'Save as new view' }));
    await expect(page.getByRole('dialog').getByLabel('Name')).toBeFocused();
    await page.keyboard.type('Critical and open');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: 'View Critical and open' })).toBeVisible();

    const downloading = page.waitForEvent('download');
    if (isMobile) {
      await press(page, page.getByRole('button', { name: 'View and export' }));
      await choose(page, page.getByRole('menuitem', { name: 'Export all as CSV' }));
    } else {
      await press(page, page.getByRole('button', { name: 'Export all as CSV' }));
    }
    await downloading;
  });

  test('whoever may delete groups is found and stopped', async ({ ownerPage: page, grove }) => {
    const group = await makeGroup(page, grove, grove.rootUid, 'guarded');
    // A test before this one blocks the usual subject.
    const claimMatch = { issuer: ISSUER, subject: `deleter of ${group.uid}` };
    const { uid } = await makeIdentity(page, grove, group.uid, { name: 'deleter', claimMatch });
    await bind(page, grove, group.uid, uid, 'owner');
    await open(page, '/explain');
    await pick(page, page.getByRole('combobox', { name: 'Group' }), 'guarded');
    const capability = page.getByRole('combobox', { name: 'Capability' });
    await moveTo(page, capability);
    await page.keyboard.type('groups.delete');
    await expect(capability).toHaveValue('groups.delete');
    await press(page, page.getByRole('button', { name: 'Everyone with this capability' }));
    const everyone = page.getByRole('region', { name: 'Who has it' });
    const remove = everyone.getByRole('button', { name: 'Remove deleter as owner on guarded' });
    await press(page, remove);
    const question = page.getByRole('alertdialog');
    await press(page, question.getByRole('button', { name: 'Remove binding' }));
    await expect(remove).toBeHidden();
  });

  test('access is given from the page of a person', async ({ ownerPage: page, grove }) => {
    const group = await makeGroup(page, grove, grove.rootUid);
    const { uid } = await makeIdentity(page, grove, group.uid, { name: 'newcomer' });
    await open(page, identityUrl(uid));
    await act(page, 'Grant access');
    const sheet = page.getByRole('dialog');
    await pick(page, sheet.getByRole('combobox', { name: 'Role' }), 'registry.viewer');
    await press(page, sheet.getByRole('button', { name: /^Create|^Grant/ }));
    await expect(sheet).toBeHidden();
    await expect(page.getByRole('main')).toContainText('registry.viewer');
  });
});

test(
  'access is given to a selection by the keyboard alone',
  { tag: '@phone' },
  async ({ ownerPage: page, grove }) => {
    const group = await makeGroup(page, grove, grove.rootUid);
    for (const name of ['first of both', 'second of both']) {
      const claimMatch = { issuer: ISSUER, subject: `${name} ${group.uid}` };
      await makeIdentity(page, grove, group.uid, { name, claimMatch });
    }
    await open(page, groupUrl(group.uid, '/identities'));
    await moveTo(page, page.getByRole('link', { name: 'first of both' }));
    await page.keyboard.press('x');
    await page.keyboard.press('j');
    await page.keyboard.press('x');
    const bar = page.getByRole('group', { name: 'Selected rows' });
    await press(page, bar.getByRole('button', { name: 'Grant access' }));
    const dialog = page.getByRole('alertdialog', { name: 'Grant access to 2 identities?' });
    await pick(page, dialog.getByRole('combobox', { name: 'Role' }), 'registry.viewer');
    await press(page, dialog.getByRole('button', { name: 'Grant access to 2 identities' }));
    await expect(dialog).toBeHidden();
    const list = `/iam/v2beta1/roleBindings?uidp.children_of=${group.uid}`;
    const answer = await page.request.get(list);
    expect(await answer.json()).toMatchObject({ totalCount: '2' });
  },
);
