import type { Page } from '@playwright/test';
import { expectFilter, pickFilter } from '../frame/filters.ts';
import { bindingUrl, makeRole } from './access.ts';
import { expect, type Grove, groupUrl, makeGroup, test } from '../fixtures.ts';
import { bind, makeIdentity } from '../people/identities.ts';
import { makeViewer, signInAs } from './viewer.ts';

/** A group in a group, and an identity `pipeline` that is viewer in the outer and registry.viewer in the inner group. */
async function makeNested(page: Page, grove: Grove, name: string) {
  const top = await makeGroup(page, grove, grove.rootUid, `${name} top`);
  const below = await makeGroup(page, grove, top.uid, `${name} below`);
  const identity = await makeIdentity(page, grove, top.uid);
  await bind(page, grove, top.uid, identity.uid, 'viewer');
  await bind(page, grove, below.uid, identity.uid, 'registry.viewer');
  return { top, below, identity };
}

test('role bindings are searched, and ordered by what they name', async ({
  ownerPage: page,
  grove,
}) => {
  const group = await makeGroup(page, grove, grove.rootUid, 'searched bindings');
  for (const [name, role] of [
    ['zoe of the search', 'owner'],
    ['bea of the search', 'viewer'],
    ['mia elsewhere', 'editor'],
  ] as const) {
    const identity = await makeIdentity(page, grove, group.uid, {
      name,
      claimMatch: { issuer: 'https://id.example.com', subject: name },
    });
    await bind(page, grove, group.uid, identity.uid, role);
  }
  await page.goto(groupUrl(group.uid, '/access?scope=in'));
  const names = page.getByRole('grid', { name: 'Role bindings' }).getByRole('link', {
    name: /search$|elsewhere$/,
  });
  await expect(names).toHaveText(['zoe of the search', 'mia elsewhere', 'bea of the search']);
  await page.getByRole('searchbox', { name: 'Search role bindings' }).fill('OF THE');
  await expect(names).toHaveText(['zoe of the search', 'bea of the search']);
  await page.goto(groupUrl(group.uid, '/access?scope=in&query=of%20the&order_by=identity'));
  await expect(names).toHaveText(['bea of the search', 'zoe of the search']);
});

test('a role is bound and removed', { tag: '@postgres' }, async ({ ownerPage: page, grove }) => {
  const group = await makeGroup(page, grove, grove.rootUid, 'binds roles');
  await makeIdentity(page, grove, group.uid, { name: 'robot to bind' });
  await page.goto(groupUrl(group.uid, '/access?scope=in'));
  await expect(page.getByRole('heading', { name: 'No role bindings yet' })).toBeVisible();

  await page.getByRole('link', { name: 'New binding' }).first().click();
  const sheet = page.getByRole('dialog', { name: 'New binding on binds roles' });
  await sheet.getByRole('button', { name: 'Create binding' }).click();
  await expect(sheet.getByRole('alert')).toContainText('Check Identity');
  await expect(sheet.getByRole('combobox', { name: 'Identity' })).toBeFocused();
  await sheet.getByRole('combobox', { name: 'Identity' }).fill('robot to');
  await page.getByRole('option', { name: /robot to bind/ }).click();
  await sheet.getByRole('combobox', { name: 'Role' }).fill('registry');
  await page.getByRole('option', { name: /registry\.viewer/ }).click();
  await expect(sheet.getByText('Adds 3 capabilities in binds roles')).toBeVisible();
  await sheet.getByRole('button', { name: 'Create binding' }).click();

  const table = page.getByRole('grid', { name: 'Role bindings' });
  await expect(table.getByRole('row', { name: /robot to bind/ })).toContainText('registry.viewer');
  await table.getByRole('link', { name: 'robot to bind' }).click();
  const article = page.getByRole('article', { name: 'robot to bind as registry.viewer' });
  await expect(article.getByText('granted by this binding only: 3')).toBeVisible();

  await article.getByRole('button', { name: 'Remove' }).click();
  const question = page.getByRole('alertdialog', {
    name: 'Remove robot to bind as registry.viewer?',
  });
  await expect(question.getByText('robot to bind immediately loses 3 capabilities')).toBeVisible();
  // A right-to-left name must not move the words beside it.
  const name = question.getByText('robot to bind', { exact: true });
  await expect(name).toHaveCSS('unicode-bidi', 'isolate');
  await question.getByRole('button', { name: 'Remove binding' }).click();
  await expect(page).toHaveURL(/\/access(?:\?|$)/);
  await expect(table.getByRole('link', { name: 'robot to bind' })).toBeHidden();
});

test('inherited bindings show their group, and redundant ones the reason', async ({
  ownerPage: page,
  grove,
  isMobile,
}) => {
  const { top, below } = await makeNested(page, grove, 'inherits');
  await page.goto(groupUrl(below.uid, '/access'));
  const table = page.getByRole('grid', { name: 'Role bindings' });
  const rows = table.getByRole('row').filter({ hasText: 'pipeline' });
  await expect(rows).toHaveCount(2);
  const inherited = rows.filter({ hasText: 'Inherited from inherits top' });
  await expect(inherited.getByRole('link', { name: /^Already granted/ })).toBeHidden();
  const own = rows.filter({ hasText: 'This group' });
  const flag = own.getByRole('link', { name: /^Already granted/ });
  await expect(flag).toHaveAccessibleName(
    'Already granted: viewer on inherits top grants all of pipeline as registry.viewer',
  );
  if (isMobile) await expect(flag).toContainText('Already granted: viewer on inherits top');

  await page.getByRole('radio', { name: 'Inherited' }).click();
  await expect(rows).toHaveCount(1);
  await page.getByRole('radio', { name: 'This group' }).click();
  await expect(rows).toHaveCount(1);
  await flag.click();
  const article = page.getByRole('article', { name: 'pipeline as registry.viewer' });
  await expect(article.getByRole('note')).toContainText('grants all that this binding does');
  await expect(article.getByText('also granted by another binding: 3')).toBeVisible();
  await article.getByRole('button', { name: 'Remove' }).click();
  const question = page.getByRole('alertdialog', { name: /Remove pipeline/ });
  await expect(question.getByText('pipeline loses nothing: viewer on inherits top')).toBeVisible();
  await question.getByRole('button', { name: 'Cancel' }).click();
  await article.getByRole('link', { name: 'viewer on inherits top' }).click();
  await expect(page.getByRole('article', { name: 'pipeline as viewer' })).toBeVisible();

  await page.goto(groupUrl(top.uid, '/access?scope=below'));
  await expect(
    table.getByRole('link', { name: /^Already granted: .* grants all of pipeline/ }),
  ).toBeVisible();
});

test('a role is granted for a while, and is there to be read when it has ended', async ({
  ownerPage: page,
  grove,
}) => {
  const group = await makeGroup(page, grove, grove.rootUid, 'for a while');
  await makeIdentity(page, grove, group.uid, { name: 'on call' });
  await page.goto(groupUrl(group.uid, '/access/new?scope=in'));
  const sheet = page.getByRole('dialog', { name: 'New binding on for a while' });
  await sheet.getByRole('combobox', { name: 'Identity' }).fill('on call');
  await page.getByRole('option', { name: /on call/ }).click();
  await sheet.getByRole('combobox', { name: 'Role' }).fill('registry');
  await page.getByRole('option', { name: /registry\.viewer/ }).click();
  await sheet.getByRole('combobox', { name: 'Ends' }).selectOption('After 8 hours');
  await sheet.getByRole('button', { name: 'Create binding' }).click();
  const table = page.getByRole('grid', { name: 'Role bindings' });
  const row = table.getByRole('row', { name: /on call/ });
  await expect(row).toContainText('ends in 8 h');

  await row.getByRole('link', { name: 'on call' }).click();
  await page.getByRole('link', { name: 'Edit' }).click();
  const editor = page.getByRole('dialog', { name: /^Edit on call/ });
  await expect(editor.getByRole('combobox', { name: 'Ends' })).toHaveValue('date');
  await editor.getByLabel('Until (UTC)').fill('2020-01-01T10:00');
  await editor.getByRole('button', { name: 'Save changes' }).click();
  await expect(editor.getByRole('alert')).toContainText('Check Ends');
  await editor.getByLabel('Until (UTC)').fill('');
  await expect(editor.getByText('Choose a date and a time')).toBeVisible();
  await editor.getByRole('combobox', { name: 'Ends' }).selectOption('Never');
  await editor.getByRole('button', { name: 'Save changes' }).click();
  const article = page.getByRole('article', { name: 'on call as registry.viewer' });
  await expect(article.getByText('Ends', { exact: true })).toBeHidden();

  const data = { expirationTime: new Date(Date.now() - 7_200_000) };
  await grove.database.rowsIn('RoleBinding').update({ where: { parent: group.uid }, data });
  await page.goto(groupUrl(group.uid, '/access?scope=in'));
  await expect(row).toContainText('ended 2 h ago');
  await page.goto(groupUrl(group.uid, '/access'));
  await expect(table).toBeVisible();
  await expect(row).toBeHidden();
});

test(
  'a new binding says that there is one already',
  { tag: '@long' },
  async ({ ownerPage: page, grove }) => {
    const { below } = await makeNested(page, grove, 'already');
    await page.goto(groupUrl(below.uid, '/access/new'));
    const sheet = page.getByRole('dialog', { name: 'New binding on already below' });
    await sheet.getByRole('combobox', { name: 'Identity' }).fill('pipeline');
    await page.getByRole('option', { name: /pipeline in already top/ }).click();
    await sheet.getByRole('combobox', { name: 'Role' }).fill('registry');
    await page.getByRole('option', { name: /registry\.viewer/ }).click();
    await expect(sheet.getByRole('note')).toContainText(
      'viewer on already top already grants all of this',
    );
    await expect(
      sheet.getByText('Adds nothing: the identity already has all 3 capabilities'),
    ).toBeVisible();
    await sheet.getByRole('button', { name: 'Create binding' }).click();
    await expect(sheet.getByRole('alert')).toContainText('The binding was not created');
    await expect(sheet.getByRole('combobox', { name: 'Role' })).toHaveAttribute(
      'aria-invalid',
      'true',
    );
  },
);

test(
  'the list is filtered by identity and role, in its address',
  { tag: '@long' },
  async ({ ownerPage: page, grove }) => {
    const { below } = await makeNested(page, grove, 'filters');
    const other = await makeIdentity(page, grove, below.uid, { name: 'another one' });
    await bind(page, grove, below.uid, other.uid, 'editor');
    await page.goto(groupUrl(below.uid, '/access?scope=in'));
    const table = page.getByRole('grid', { name: 'Role bindings' });
    const bindings = table.getByRole('button', { name: /^Actions for / });
    await expect(bindings).toHaveCount(2);
    await pickFilter(page, 'Role', 'editor', /^editor/);
    await expect(bindings).toHaveCount(1);
    await expect(table.getByRole('link', { name: 'another one' })).toBeVisible();
    await page.reload();
    await expectFilter(page, 'Role', 'editor');
    await expect(bindings).toHaveCount(1);
    await pickFilter(page, 'Identity', 'pipeline', /pipeline in filters top/);
    await expect(
      page.getByRole('heading', { name: 'Nothing matches these filters' }),
    ).toBeVisible();
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await expect(bindings).toHaveCount(2);
  },
);

test(
  'the options of a filter follow their field as the sheet slides in, and a press picks one',
  { tag: '@phone-only' },
  async ({ ownerPage: page, grove }) => {
    await page.goto(groupUrl(grove.rootUid, '/access'));
    const filters = page.getByRole('button', { name: /^Filters/ });
    await expect(filters).toBeVisible();
    const devTools = await page.context().newCDPSession(page);
    await devTools.send('Animation.enable');
    await devTools.send('Animation.setPlaybackRate', { playbackRate: 0.04 });
    await filters.click();
    const field = page.getByRole('combobox', { name: 'Role' });
    await field.fill('edit');
    const options = page.getByRole('listbox', { name: 'Role' });
    await expect(async () => {
      const [at, list] = [await field.boundingBox(), await options.boundingBox()];
      expect(at?.x).toBeLessThan(40);
      expect(list?.x).toBeCloseTo(at?.x ?? 0);
    }).toPass();
    await options.getByRole('option', { name: /^editor/ }).hover();
    // The release may hit another option, because the list changes while the server searches.
    await page.mouse.down();
    await expect(field).toHaveValue('editor');
  },
);

test(
  'a binding is made by keyboard',
  { tag: ['@desktop-only', '@long'] },
  async ({ ownerPage: page, grove }) => {
    const group = await makeGroup(page, grove, grove.rootUid, 'keys bind');
    await makeIdentity(page, grove, group.uid, { name: 'keyed robot' });
    await page.goto(groupUrl(group.uid));
    // The browser has loaded the tree, so the page also handles keys.
    await expect(page.getByRole('treeitem', { name: group.name })).toBeVisible();
    await page.keyboard.press('g');
    await page.keyboard.press('a');
    await expect(page.getByRole('grid', { name: 'Role bindings' })).toBeVisible();
    await page.keyboard.press('n');
    const sheet = page.getByRole('dialog', { name: 'New binding on keys bind' });
    const identity = sheet.getByRole('combobox', { name: 'Identity' });
    await expect(identity).toBeFocused();
    await page.keyboard.type('keyed rob');
    await expect(page.getByRole('option', { name: /keyed robot/ })).toBeVisible();
    // The first option is highlighted once the options match the text.
    await expect(identity).toHaveAttribute('aria-activedescendant', /./);
    await page.keyboard.press('Enter');
    await expect(identity).toHaveValue('keyed robot');
    await page.keyboard.press('Tab');
    await page.keyboard.type('advisories.v');
    await expect(page.getByRole('option', { name: /advisories\.viewer/ })).toBeVisible();
    const role = sheet.getByRole('combobox', { name: 'Role' });
    await expect(role).toHaveAttribute('aria-activedescendant', /./);
    await page.keyboard.press('Enter');
    await expect(sheet.getByText('Adds 4 capabilities')).toBeVisible();
    await page.keyboard.press('Enter');
    const row = page.getByRole('row', { name: /keyed robot/ });
    await expect(row).toContainText('advisories.viewer');
  },
);

test('the last owner cannot be removed', { tag: '@long' }, async ({ ownerPage: page, grove }) => {
  await page.goto(groupUrl(grove.rootUid, '/access'));
  await page.getByRole('button', { name: 'Actions for ada@acme.example as owner' }).click();
  await page.getByRole('menuitem', { name: 'Remove' }).click();
  const question = page.getByRole('alertdialog', { name: 'Remove ada@acme.example as owner?' });
  await expect(question.getByText('This is you')).toBeVisible();
  await expect(question.getByText(/would have no owner/).first()).toBeVisible();
  await expect(question.getByRole('button', { name: 'Remove binding' })).toHaveAttribute(
    'aria-disabled',
    'true',
  );
});

test(
  'a viewer sees what they may not do, and a lost page says so',
  { tag: '@long' },
  async ({ ownerPage: page, grove }) => {
    const { top, below } = await makeNested(page, grove, 'viewed');
    await makeRole(page, grove, below.uid, 'of no use', ['groups.list']);
    await signInAs(page, await makeViewer(page, grove, below.uid), groupUrl(below.uid, '/access'));
    const table = page.getByRole('grid', { name: 'Role bindings' });
    await expect(table.getByRole('link', { name: 'pipeline' })).toBeVisible();
    await expect(page.getByRole('note')).toContainText('Groups above may have bindings');
    await expect(table.getByText(top.name)).toBeHidden();
    await expect(page.getByRole('button', { name: 'New binding' })).toBeDisabled();
    const href = await table.getByRole('link', { name: 'pipeline' }).getAttribute('href');
    await page.goto(href ?? '');
    const article = page.getByRole('article', { name: 'pipeline as registry.viewer' });
    const remove = article.getByRole('button', { name: 'Remove' });
    await expect(remove).toBeDisabled();
    await remove.focus();
    await expect(page.getByRole('tooltip')).toContainText('role_bindings.delete');
    await page.goto(bindingUrl(`${below.uid}/0000000000000000`));
    await expect(page.getByText('This binding could not be loaded')).toBeVisible();
  },
);
