import type { Page } from '@playwright/test';
import { expect, groupUrl, makeGroup, OWNER_EMAIL, test } from '../fixtures.ts';

/** Does what a browser's translation does: wraps each text in elements of its own. */
async function translate(page: Page): Promise<void> {
  await page.evaluate(() => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const found: Text[] = [];
    for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
      const parent = node.parentElement;
      const isShown = parent?.closest('script, style, textarea, option, font') === null;
      if (isShown && node instanceof Text && node.data.trim() !== '') found.push(node);
    }
    for (const text of found) {
      const [outer, inner] = [document.createElement('font'), document.createElement('font')];
      text.replaceWith(outer);
      outer.append(inner);
      inner.append(text);
    }
  });
}

/** Translates the page before each step. */
async function onTranslated(page: Page, steps: readonly (() => Promise<void>)[]): Promise<void> {
  for (const step of steps) {
    await translate(page);
    await step();
  }
}

test('a group is created, edited and deleted on a translated page', async ({
  ownerPage: page,
  grove,
}) => {
  const parent = await makeGroup(page, grove, grove.rootUid, 'translated');
  await makeGroup(page, grove, parent.uid, 'taken');
  await page.goto(groupUrl(parent.uid, '/children/new'));
  const sheet = page.getByRole('dialog');
  const name = sheet.getByLabel('Name');
  const heading = page.getByRole('heading', { level: 1 });
  await onTranslated(page, [
    () => name.fill('not allowed!'),
    () => expect(name).toHaveAttribute('aria-invalid', 'true'),
    () => sheet.getByRole('button', { name: 'Create group' }).click(),
    () => name.fill('taken'),
    () => sheet.getByRole('button', { name: 'Create group' }).click(),
    () => expect(sheet.getByRole('alert')).toContainText('The group was not created'),
    () => name.fill('payments'),
    () => sheet.getByRole('button', { name: 'Create group' }).click(),
    () => expect(heading).toHaveText('payments'),
    () => page.getByRole('link', { name: 'Edit' }).click(),
    () => sheet.getByLabel('Description').fill('moves money'),
    () => sheet.getByRole('button', { name: 'Save changes' }).click(),
    () => expect(sheet).toHaveCount(0),
    () => expect(page.getByText('moves money').first()).toBeVisible(),
    () => page.getByRole('button', { name: 'Actions for this group' }).click(),
    () => page.getByRole('menuitem', { name: 'Delete' }).click(),
    () => page.getByRole('alertdialog').getByRole('button', { name: 'Delete group' }).click(),
    () => expect(heading).toHaveText('translated'),
  ]);
});

test(
  'a translated list is searched, sorted, filtered and changed in bulk',
  { tag: ['@long', '@desktop-only'] },
  async ({ ownerPage: page, grove }) => {
    const parent = await makeGroup(page, grove, grove.rootUid, 'translated list');
    for (const name of ['alpha', 'beta', 'gamma']) await makeGroup(page, grove, parent.uid, name);
    await page.goto(groupUrl(parent.uid, '/children'));
    const grid = page.getByRole('grid', { name: 'Child groups' });
    const links = grid.getByRole('link');
    const search = page.getByRole('searchbox', { name: 'Search child groups' });
    const deletion = page.getByRole('alertdialog');
    await onTranslated(page, [
      () => expect(links).toHaveText(['alpha', 'beta', 'gamma']),
      () => grid.getByRole('button', { name: 'Name', exact: true }).click(),
      () => expect(links).toHaveText(['gamma', 'beta', 'alpha']),
      () => search.fill('a nobody'),
      () => expect(links).toHaveCount(0),
      () => search.fill(''),
      () => expect(links).toHaveCount(3),
      () => page.getByRole('checkbox', { name: 'Select all rows of this page' }).check(),
      () => page.getByRole('button', { name: 'Delete', exact: true }).click(),
      () => deletion.getByRole('button', { name: 'Delete 3 groups' }).click(),
      () => expect(links).toHaveCount(0),
      () => expect(page.getByRole('heading', { name: 'No groups yet' })).toBeVisible(),
    ]);
  },
);

test(
  'a wrong password is said on a translated sign-in page',
  { tag: '@long' },
  async ({ page, grove }) => {
    await page.goto(`${grove.url}/sign-in`);
    const submit = page.getByRole('button', { name: 'Sign in', exact: true });
    await onTranslated(page, [
      () => page.getByLabel('E-mail').fill(OWNER_EMAIL),
      () => page.getByLabel('Password').fill('wrong password'),
      () => submit.click(),
      () => expect(page.getByRole('main').getByRole('alert')).toBeVisible(),
      () => page.getByLabel('Password').fill('wrong again'),
      () => submit.click(),
      () => expect(page.getByRole('main').getByRole('alert')).toBeVisible(),
    ]);
  },
);
