import type { Page } from '@playwright/test';
import { expect, groupUrl, makeGroup, test } from '../fixtures.ts';

const views = (page: Page) =>
  page.getByRole('button', { name: /^(Views|View )/, exact: false }).first();
const menu = (page: Page) => page.getByRole('menu', { name: 'Views' });
const rows = (page: Page) => page.getByRole('grid', { name: 'Child groups' }).getByRole('link');
/** Found by text, because rows of other groups also have links to their groups. */
const rowBelow = (page: Page) => rows(page).filter({ hasText: 'alpha below' });

async function filled(page: Page, grove: Parameters<typeof makeGroup>[1]): Promise<string> {
  const { uid } = await makeGroup(page, grove, grove.rootUid);
  const inner = await makeGroup(page, grove, uid, 'alpha');
  await makeGroup(page, grove, inner.uid, 'alpha below');
  await makeGroup(page, grove, uid, 'beta');
  return uid;
}

async function saveAs(page: Page, name: string, isShared = false): Promise<void> {
  await views(page).click();
  await menu(page).getByRole('menuitem', { name: 'Save as new view' }).click();
  const dialog = page.getByRole('dialog', { name: 'Save as new view' });
  await expect(dialog.getByLabel('Name')).toBeFocused();
  await dialog.getByLabel('Name').fill(name);
  if (isShared) await dialog.getByRole('radio', { name: 'Everyone in the group' }).check();
  await dialog.getByRole('button', { name: 'Save view' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('button', { name: `View ${name}` })).toBeVisible();
}

test('a list is saved under a name, and opened from the menu and by its link', async ({
  ownerPage: page,
  grove,
}) => {
  const group = await filled(page, grove);
  await page.goto(groupUrl(group, '/children?scope=below&query=alpha'));
  await expect(rowBelow(page)).toBeVisible();
  await views(page).click();
  await expect(menu(page)).toBeVisible();
  await expect(page.getByText('No views yet')).toBeVisible();
  await page.keyboard.press('Escape');
  await saveAs(page, 'Alphas');

  // The list without the view stays as it was.
  await page.goto(groupUrl(group, '/children'));
  await expect(rows(page)).toHaveText(['alpha', 'beta']);
  await views(page).click();
  await menu(page).getByRole('menuitemradio', { name: 'Alphas' }).click();
  await expect(rowBelow(page)).toBeVisible();
  await page.goto(groupUrl(group, '/children'));
  await expect(rows(page)).toHaveText(['alpha', 'beta']);
  await page.goBack();
  await expect(rowBelow(page)).toBeVisible();

  const uid = new URL(page.url()).searchParams.get('view') ?? '';
  await page.goto(groupUrl(group, `/views/${uid.replaceAll('/', '.')}`));
  await expect(page.getByRole('button', { name: 'View Alphas' })).toBeVisible();
  await expect(rowBelow(page)).toBeVisible();
});

test('a view that was changed is reset, saved and deleted', async ({ ownerPage: page, grove }) => {
  const group = await filled(page, grove);
  await page.goto(groupUrl(group, '/children?scope=below&query=alpha'));
  await expect(rowBelow(page)).toBeVisible();
  await saveAs(page, 'Alphas');
  await page.getByRole('radio', { name: 'This group' }).check();
  await expect(rows(page)).toHaveText(['alpha']);
  const changed = page.getByRole('group', { name: 'Changed view' });
  await expect(changed).toBeVisible();
  await changed.getByRole('button', { name: 'Reset' }).click();
  await expect(rowBelow(page)).toBeVisible();
  await expect(changed).toBeHidden();

  await page.getByRole('radio', { name: 'This group' }).check();
  await changed.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('View Alphas saved').last()).toBeVisible();
  await expect(changed).toBeHidden();

  // The menu opens the view from the default list.
  await page.goto(groupUrl(group, '/children'));
  await expect(rows(page)).toHaveText(['alpha', 'beta']);
  await views(page).click();
  await menu(page).getByRole('menuitemradio', { name: 'Alphas' }).click();
  await expect(rows(page)).toHaveText(['alpha']);

  await views(page).click();
  await menu(page).getByRole('menuitem', { name: 'Delete this view' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete view' }).click();
  await expect(page.getByRole('button', { name: 'Views', exact: true })).toBeVisible();
});

test(
  'columns are part of a view',
  { tag: ['@desktop-only', '@long'] },
  async ({ ownerPage: page, grove }) => {
    const group = await filled(page, grove);
    await page.goto(groupUrl(group, '/children'));
    await saveAs(page, 'Narrow', true);
    const uidHead = page.getByRole('columnheader', { name: /^Uid/ });
    await expect(uidHead).toBeVisible();
    await page.getByRole('button', { name: 'View and export' }).click();
    await page.getByRole('menuitemcheckbox', { name: 'Uid' }).click();
    await page.keyboard.press('Escape');
    await expect(uidHead).toBeHidden();
    const changed = page.getByRole('group', { name: 'Changed view' });
    await changed.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(changed).toBeHidden();

    // In another browser the view brings its columns.
    await page.evaluate(() => localStorage.clear());
    await page.reload();
    await expect(page.getByRole('button', { name: 'View Narrow' })).toBeVisible();
    await expect(uidHead).toBeHidden();
    await page.goto(groupUrl(group, '/children'));
    await expect(uidHead).toBeVisible();
  },
);

test(
  'the keyboard alone saves a view, and the palette finds it',
  { tag: ['@desktop-only', '@long'] },
  async ({ ownerPage: page, grove }) => {
    const group = await filled(page, grove);
    await page.goto(groupUrl(group, '/children?query=beta'));
    await expect(rows(page)).toHaveText(['beta']);
    await views(page).focus();
    await page.keyboard.press('ArrowDown');
    await expect(menu(page).getByRole('menuitem', { name: 'Save as new view' })).toBeFocused();
    await page.keyboard.press('Enter');
    const name = page.getByRole('dialog', { name: 'Save as new view' }).getByLabel('Name');
    await expect(name).toBeFocused();
    await page.keyboard.type('Only betas');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: 'View Only betas' })).toBeVisible();

    await page.goto(groupUrl(group));
    const palette = page.getByRole('dialog', { name: 'Command palette' });
    const search = palette.getByRole('searchbox');
    await page.keyboard.press('Control+k');
    await expect(search).toBeFocused();
    await search.fill('Only betas');
    await palette.getByRole('menuitem', { name: /Only betas/ }).click();
    await expect(rows(page)).toHaveText(['beta']);
  },
);

test('a view is sent by e-mail to whoever asks, and says where that is off', async ({
  ownerPage: page,
  grove,
}) => {
  const group = await filled(page, grove);
  await page.goto(groupUrl(group, '/children?scope=below&query=alpha'));
  await saveAs(page, 'Alphas to follow');
  await views(page).click();
  await menu(page).getByRole('menuitem', { name: 'Notify me' }).click();
  const dialog = page.getByRole('dialog', { name: 'Notify me' });
  await expect(dialog.getByLabel('Name')).toHaveValue(/^Alphas to follow for /);
  await dialog.getByRole('button', { name: 'Send me e-mail' }).click();
  await expect(dialog.getByText('this installation sends no e-mail')).toBeVisible();
});
