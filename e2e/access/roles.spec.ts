import { BUILT_IN_ROLES } from '#lib/resources/built-in-roles.ts';
import { CAPABILITIES } from '#lib/resources/capabilities.ts';
import { makeRole, roleUrl } from './access.ts';
import { expect, groupUrl, makeGroup, test } from '../fixtures.ts';
import { bind, makeIdentity } from '../people/identities.ts';
import { makeViewer, signInAs } from './viewer.ts';

const ALL = CAPABILITIES.length;
const LISTS = CAPABILITIES.filter((name) => name.endsWith('.list')).length;

test('a role is created, after missing fields are marked, changed and deleted', async ({
  ownerPage: page,
  grove,
}) => {
  const group = await makeGroup(page, grove, grove.rootUid);
  await page.goto(groupUrl(group.uid, '/roles?scope=in'));
  await expect(page.getByRole('heading', { name: 'No custom roles yet' })).toBeVisible();
  const builtIn = page.getByRole('region', { name: 'Built-in roles' });
  await expect(builtIn.getByRole('listitem')).toHaveCount(BUILT_IN_ROLES.length);

  await page.getByRole('link', { name: 'New role' }).first().click();
  const sheet = page.getByRole('dialog', { name: `New role in ${group.name}` });
  await sheet.getByRole('button', { name: 'Create role' }).click();
  const problem = sheet.getByRole('alert');
  await expect(problem).toContainText('Check Name');
  await expect(problem).toContainText('Check Capabilities');
  await expect(sheet.getByText('Capabilities must have at least one capability')).toBeVisible();
  await expect(sheet.getByRole('textbox', { name: 'Name' })).toBeFocused();

  await sheet.getByRole('textbox', { name: 'Name' }).fill('release manager');
  await sheet.getByRole('checkbox', { name: 'repo.sync' }).check();
  await sheet.getByRole('checkbox', { name: 'All of tags' }).check();
  await expect(sheet.getByRole('checkbox', { name: 'tag.list' })).toBeChecked();
  await sheet.getByRole('checkbox', { name: 'Other of all' }).check();
  await expect(sheet.getByText(`4 of ${ALL} selected`)).toBeVisible();
  await sheet.getByRole('button', { name: 'Create role' }).click();

  const article = page.getByRole('article', { name: 'release manager' });
  const granted = article.getByRole('table', { name: 'Capabilities of release manager' });
  await expect(granted.getByRole('row', { name: /^Advisories/ })).toContainText('importgranted');
  await expect(article.getByText('No binding that you can see uses it.')).toBeVisible();

  await article.getByRole('link', { name: 'Edit' }).click();
  const editor = page.getByRole('dialog', { name: 'Edit release manager' });
  await editor.getByRole('checkbox', { name: 'repo.sync' }).uncheck();
  const saved = page.waitForRequest((request) => request.method() === 'PATCH');
  await editor.getByRole('button', { name: 'Save changes' }).click();
  expect((await saved).postDataJSON()).toEqual({
    capabilities: ['tag.list', 'advisories.import', 'saved_views.share'],
  });
  await expect(article.getByText(`3 of ${ALL}`)).toBeVisible();

  await article.getByRole('button', { name: 'Delete' }).click();
  const question = page.getByRole('alertdialog', { name: 'Delete release manager?' });
  await expect(question.getByText('nobody loses access')).toBeVisible();
  await question.getByRole('button', { name: 'Delete role' }).click();
  await expect(page.getByRole('heading', { name: 'No custom roles yet' })).toBeVisible();
});

test(
  'capabilities are chosen by keyboard',
  { tag: ['@desktop-only', '@long'] },
  async ({ ownerPage: page, grove }) => {
    const group = await makeGroup(page, grove, grove.rootUid);
    await page.goto(groupUrl(group.uid));
    // The browser has loaded the tree, so the page also handles keys.
    await expect(page.getByRole('treeitem', { name: group.name })).toBeVisible();
    await page.keyboard.press('g');
    await page.keyboard.press('r');
    await expect(page.getByRole('region', { name: 'Built-in roles' })).toBeVisible();
    await page.keyboard.press('n');
    const sheet = page.getByRole('dialog', { name: `New role in ${group.name}` });
    await expect(sheet.getByRole('textbox', { name: 'Name' })).toBeFocused();
    await page.keyboard.type('keyed');
    const box = (name: string) => sheet.getByRole('checkbox', { name, exact: true });
    await expect(box('All capabilities')).toBeVisible();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await expect(box('All capabilities')).toBeFocused();
    await page.keyboard.press('ArrowRight');
    await expect(box('List of all')).toBeFocused();
    await page.keyboard.press('Space');
    await expect(sheet.getByText(`${LISTS} of ${ALL} selected`)).toBeVisible();
    await page.keyboard.press('Control+End');
    await expect(box('audit.list')).toBeFocused();
    await page.keyboard.press('Space');
    await expect(box('List of all')).toBeChecked({ indeterminate: true });
    await page.keyboard.press('ArrowLeft');
    await expect(box('All of activity')).toBeFocused();
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Tab');
    await expect(box('All of activity')).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(
      page.getByRole('article', { name: 'keyed' }).getByText(`${LISTS - 1} of ${ALL}`),
    ).toBeVisible();
  },
);

test(
  'roles of groups above can be used, and those below are found',
  { tag: '@long' },
  async ({ ownerPage: page, grove }) => {
    const top = await makeGroup(page, grove, grove.rootUid, 'top of roles');
    const middle = await makeGroup(page, grove, top.uid, 'middle of roles');
    const below = await makeGroup(page, grove, middle.uid, 'end of roles');
    await makeRole(page, grove, top.uid, 'from above', ['groups.list']);
    await makeRole(page, grove, middle.uid, 'own', ['groups.list', 'repo.list']);
    await makeRole(page, grove, below.uid, 'from below', ['groups.list']);
    await page.goto(groupUrl(middle.uid, '/roles'));
    const table = page.getByRole('grid', { name: 'Roles' });
    await expect(table.getByRole('row', { name: /from above/ })).toContainText('top of roles');
    await expect(table.getByRole('row', { name: /own/ })).toContainText('This group');
    await expect(table.getByRole('link', { name: 'from below' })).toBeHidden();
    await page.getByRole('radio', { name: 'With groups below' }).click();
    await expect(table.getByRole('row', { name: /from below/ })).toContainText('end of roles');
    await page.getByRole('radio', { name: 'This group' }).click();
    await expect(table.getByRole('link')).toHaveText(['own']);
    await page.reload();
    await expect(table.getByRole('link')).toHaveText(['own']);
  },
);

test('two roles are compared', { tag: '@long' }, async ({ ownerPage: page, grove }) => {
  const group = await makeGroup(page, grove, grove.rootUid);
  const role = await makeRole(page, grove, group.uid, 'syncer', ['groups.list', 'repo.sync']);
  await page.goto(roleUrl(group.uid, role.uid));
  await page
    .getByRole('article', { name: 'syncer' })
    .getByRole('link', { name: 'Compare' })
    .click();
  await expect(page.getByText('Pick two roles')).toBeVisible();
  await page.getByRole('combobox', { name: 'Role B' }).fill('registry');
  await page.getByRole('option', { name: /registry\.viewer/ }).click();
  const table = page.getByRole('table', { name: 'syncer and registry.viewer' });
  await expect(table.getByRole('row', { name: /^Groups/ })).toContainText('in both');
  await expect(table.getByRole('row', { name: /^Repositories/ })).toContainText(
    /only in B, registry\.viewer.*only in A, syncer/,
  );
  await expect(page.getByText('only in registry.viewer: 2')).toBeVisible();
  await page.getByRole('button', { name: 'Swap A and B' }).click();
  await expect(page.getByText('only in registry.viewer: 2')).toBeVisible();
  await page.reload();
  await expect(page.getByRole('table', { name: 'registry.viewer and syncer' })).toBeVisible();
  await page.goto(
    groupUrl(group.uid, `/roles/compare?a=${role.uid}&b=${group.uid}/0000000000000000`),
  );
  await expect(page.getByText('One of the roles does not exist')).toBeVisible();
});

test(
  'a role in use shows where, and stays',
  { tag: '@long' },
  async ({ ownerPage: page, grove }) => {
    const group = await makeGroup(page, grove, grove.rootUid, 'uses roles');
    const role = await makeRole(page, grove, group.uid, 'bound', ['groups.list']);
    const identity = await makeIdentity(page, grove, group.uid);
    await bind(page, grove, group.uid, identity.uid, 'bound');
    await page.goto(roleUrl(group.uid, role.uid));
    const uses = page.getByRole('region', { name: 'Who holds it, and where' });
    await expect(uses.getByRole('listitem')).toHaveText([/pipeline on uses roles/]);
    await uses.getByRole('link', { name: 'pipeline', exact: true }).click();
    const held = page.getByRole('region', { name: 'Role bindings' });
    await held.getByRole('link', { name: 'bound', exact: true }).click();
    await expect(page.getByRole('article', { name: 'bound', exact: true })).toBeVisible();
    await page.getByRole('button', { name: 'Delete' }).click();
    const question = page.getByRole('alertdialog', { name: 'Delete bound?' });
    await expect(question.getByText('1 role binding uses it')).toBeVisible();
    await expect(question.getByRole('button', { name: 'Delete role' })).toBeDisabled();
    await question.getByRole('link', { name: 'pipeline' }).click();
    await expect(page.getByRole('article', { name: 'pipeline as bound' })).toBeVisible();
  },
);

test('capabilities that the person may not grant are disabled with the reason', async ({
  ownerPage: page,
  grove,
}) => {
  const group = await makeGroup(page, grove, grove.rootUid);
  const name = `makes roles ${group.name}`;
  await makeRole(page, grove, grove.rootUid, name, ['groups.list', 'roles.list', 'roles.create']);
  const email = await makeViewer(page, grove, group.uid);
  const found = await page.request.get(`/iam/v2beta1/identities?name=${encodeURIComponent(email)}`);
  const { identities } = (await found.json()) as { identities: { uid: string }[] };
  await bind(page, grove, group.uid, identities[0]?.uid ?? '', encodeURIComponent(name));
  await signInAs(page, email, groupUrl(group.uid, '/roles/new'));
  const sheet = page.getByRole('dialog', { name: `New role in ${group.name}` });
  const refused = sheet.getByRole('checkbox', { name: 'groups.delete' });
  await expect(refused).toBeDisabled();
  await refused.focus();
  await expect(page.getByRole('tooltip')).toContainText('groups.delete');
  await sheet.getByRole('checkbox', { name: 'All of roles' }).click();
  await expect(sheet.getByText(`2 of ${ALL} selected`)).toBeVisible();
  await expect(sheet.getByRole('checkbox', { name: 'roles.update' })).not.toBeChecked();
});

test(
  'a viewer and a built-in role offer no change',
  { tag: '@long' },
  async ({ ownerPage: page, grove }) => {
    const group = await makeGroup(page, grove, grove.rootUid);
    const [viewer] = BUILT_IN_ROLES;
    await page.goto(roleUrl(group.uid, viewer?.uid ?? ''));
    const article = page.getByRole('article', { name: 'viewer' });
    const edit = article.getByRole('button', { name: 'Edit' });
    await expect(edit).toBeDisabled();
    await edit.focus();
    await expect(page.getByRole('tooltip')).toContainText('Built-in roles');
    const role = await makeRole(page, grove, group.uid, 'looked at', ['groups.list']);
    await signInAs(page, await makeViewer(page, grove, group.uid), roleUrl(group.uid, role.uid));
    const own = page.getByRole('article', { name: 'looked at' });
    await expect(own.getByRole('button', { name: 'Edit' })).toBeDisabled();
    await expect(own.getByRole('button', { name: 'Delete' })).toBeDisabled();
    await page.goto(groupUrl(group.uid, '/roles'));
    await expect(page.getByRole('button', { name: 'New role' })).toBeDisabled();
    await page.goto(roleUrl(group.uid, `${group.uid}/0000000000000000`));
    await expect(page.getByText('This role could not be loaded')).toBeVisible();
  },
);
