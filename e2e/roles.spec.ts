import type { Page } from '@playwright/test';
import { expect, expectAccessible, type Grove, groupUrl, makeGroup, test } from './fixtures.ts';
import { bind, makeIdentity } from './identities.ts';
import { makeViewer, signInAs } from './viewer.ts';

/** Makes a role through the API with the owner's session. */
async function makeRole(
  page: Page,
  grove: Grove,
  parent: string,
  role: { name: string; capabilities: string[] },
) {
  const answer = await page.request.post(`/iam/v2beta1/roles/${parent}`, {
    data: role,
    headers: { origin: grove.url, 'sec-fetch-site': 'same-origin' },
  });
  expect(answer.status()).toBe(200);
  return (await answer.json()) as { uid: string; name: string };
}

/** The console's address of a role. */
const roleUrl = (uid: string, rest = '') =>
  groupUrl(uid.slice(0, uid.lastIndexOf('/')), `/roles/${uid.replaceAll('/', '.')}${rest}`);

test('a role is made from another, changed and deleted', async ({ ownerPage: page, grove }) => {
  const group = await makeGroup(page, grove, grove.rootUid);
  await page.goto(groupUrl(group.uid, '/roles?scope=in'));
  await expect(page.getByRole('heading', { name: 'No roles of your own yet' })).toBeVisible();
  const builtIn = page.getByRole('region', { name: 'Built-in roles' });
  await expect(builtIn.getByRole('listitem')).toHaveCount(6);
  await expectAccessible(page);

  await page.getByRole('link', { name: 'New role' }).first().click();
  const sheet = page.getByRole('dialog', { name: `New role in ${group.name}` });
  await sheet.getByRole('button', { name: 'Create role' }).click();
  const problem = sheet.getByRole('alert');
  await expect(problem).toContainText('Name is required');
  await expect(problem).toContainText('Capabilities');
  await expect(sheet.getByRole('textbox', { name: 'Name', exact: true })).toBeFocused();

  await sheet.getByRole('textbox', { name: 'Name', exact: true }).fill('releases');
  await sheet.getByRole('combobox', { name: 'Start from' }).fill('registry');
  await page.getByRole('option', { name: /registry\.viewer/ }).click();
  await expect(sheet.getByText('3 of 33 chosen')).toBeVisible();
  const matrix = sheet.getByRole('grid', { name: 'Capabilities' });
  await matrix.getByRole('checkbox', { name: 'repo.sync', exact: true }).check();
  await matrix.getByRole('checkbox', { name: 'All of invites' }).check();
  await expect(sheet.getByText('7 of 33 chosen')).toBeVisible();
  await expectAccessible(page);
  await sheet.getByRole('button', { name: 'Create role' }).click();

  const article = page.getByRole('article', { name: 'releases' });
  const granted = article.getByRole('table', { name: 'Capabilities of releases' });
  await expect(granted.getByText('granted', { exact: true })).toHaveCount(7);
  await expect(granted.getByRole('row', { name: /^Repositories/ })).not.toContainText(
    'not granted',
  );
  await expect(article.getByText('No binding that you can see uses it')).toBeVisible();
  await expectAccessible(page);

  await article.getByRole('link', { name: 'Edit' }).click();
  const editor = page.getByRole('dialog', { name: 'Edit releases' });
  await expect(editor.getByRole('checkbox', { name: 'List of all' })).toBeChecked({
    indeterminate: true,
  });
  await editor.getByRole('checkbox', { name: 'All of invites' }).uncheck();
  const saved = page.waitForRequest((request) => request.method() === 'PATCH');
  await editor.getByRole('button', { name: 'Save changes' }).click();
  expect(new URL((await saved).url()).searchParams.get('updateMask')).toBe('capabilities');
  await expect(granted.getByText('granted', { exact: true })).toHaveCount(4);

  await article.getByRole('button', { name: 'Delete' }).click();
  const question = page.getByRole('alertdialog', { name: 'Delete releases?' });
  await expect(question.getByText('so nobody loses access')).toBeVisible();
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Delete role' }).click();
  await expect(page).toHaveURL(/\/roles$/);
  await expect(builtIn).toBeVisible();
});

test('a role that is bound says where, and is kept', async ({ ownerPage: page, grove }) => {
  const group = await makeGroup(page, grove, grove.rootUid);
  const below = await makeGroup(page, grove, group.uid, 'below the role');
  const name = `reader ${group.name}`;
  const role = await makeRole(page, grove, group.uid, { name, capabilities: ['groups.list'] });
  const identity = await makeIdentity(page, grove, group.uid);
  await bind(page, grove, below.uid, identity.uid, encodeURIComponent(name));
  await page.goto(roleUrl(role.uid));
  const uses = page.getByRole('region', { name: 'Where it is used' });
  await expect(uses.getByRole('listitem')).toHaveText(/^pipeline on below the role/);

  await page.getByRole('button', { name: 'Delete' }).click();
  const question = page.getByRole('alertdialog', { name: `Delete ${name}?` });
  await expect(question.getByText('1 role binding uses it')).toBeVisible();
  await expect(question.getByRole('listitem')).toHaveText('pipeline on below the role and below');
  await expect(question.getByRole('button', { name: 'Delete role' })).toBeDisabled();
  await expectAccessible(page);
});

test('two roles are compared in one matrix', async ({ ownerPage: page, grove }) => {
  const group = await makeGroup(page, grove, grove.rootUid);
  await page.goto(groupUrl(group.uid, '/roles'));
  await page.getByRole('link', { name: 'Compare roles' }).click();
  const article = page.getByRole('article', { name: 'Compare roles' });
  await expect(article.getByText('Pick two roles')).toBeVisible();
  await expect(article.getByRole('button', { name: 'Swap A and B' })).toBeDisabled();
  for (const [field, name] of [
    ['Role A', 'viewer'],
    ['Role B', 'auditor'],
  ] as const) {
    await article.getByRole('combobox', { name: field }).fill(name);
    await page.getByRole('option', { name: new RegExp(`^${name}`) }).click();
  }
  const verdict = article.getByText('auditor grants all that viewer does, and more.');
  await expect(verdict).toBeVisible();
  await expect(article.getByRole('list', { name: 'Signs' }).getByRole('listitem')).toHaveText([
    /only in viewer: 0$/,
    /only in auditor: 1$/,
    /in both: 10$/,
    /in neither: 22$/,
  ]);
  const activity = article.getByRole('table').getByRole('row', { name: /^Activity/ });
  await expect(activity).toContainText('only in B, auditor');
  await expectAccessible(page);

  await article.getByRole('button', { name: 'Swap A and B' }).click();
  await expect(activity).toContainText('only in A, auditor');
  await page.goBack();
  await expect(activity).toContainText('only in B, auditor');
  await page.reload();
  await expect(verdict).toBeVisible();
  await expect(article.getByRole('combobox', { name: 'Role A' })).toHaveValue('viewer');
});

test('a role is made by keyboard', async ({ ownerPage: page, grove, isMobile }) => {
  test.skip(isMobile, 'without a keyboard');
  const group = await makeGroup(page, grove, grove.rootUid);
  await page.goto(groupUrl(group.uid));
  await page.keyboard.press('g');
  await page.keyboard.press('r');
  await expect(page.getByRole('region', { name: 'Built-in roles' })).toBeVisible();
  await page.keyboard.press('n');
  const sheet = page.getByRole('dialog', { name: `New role in ${group.name}` });
  await expect(sheet.getByRole('textbox', { name: 'Name', exact: true })).toBeFocused();
  await page.keyboard.type('typed');

  const box = (name: string) => sheet.getByRole('checkbox', { name, exact: true });
  await expect(box('All capabilities')).toBeVisible();
  // Name, description, what to start from, and then the matrix as one stop.
  for (let stop = 0; stop < 3; stop += 1) await page.keyboard.press('Tab');
  await expect(box('All capabilities')).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(box('List of all')).toBeFocused();
  await page.keyboard.press('Space');
  await expect(sheet.getByText('11 of 33 chosen')).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowRight');
  await expect(box('groups.create')).toBeFocused();
  await page.keyboard.press('Space');
  await page.keyboard.press('Home');
  await expect(box('All of groups')).toBeFocused();
  await expect(box('All of groups')).toBeChecked({ indeterminate: true });
  await page.keyboard.press('Control+End');
  await expect(box('audit.list')).toBeFocused();
  await page.keyboard.press('Space');
  await expect(sheet.getByText('11 of 33 chosen')).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(box('audit.list')).not.toBeFocused();
  await page.keyboard.press('Shift+Tab');
  await expect(box('audit.list')).toBeFocused();
  await page.keyboard.press('Enter');
  const article = page.getByRole('article', { name: 'typed' });
  await expect(article.getByText('granted', { exact: true })).toHaveCount(11);

  await page.keyboard.press('e');
  const editor = page.getByRole('dialog', { name: 'Edit typed' });
  await expect(editor.getByRole('textbox', { name: 'Name', exact: true })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(editor).toBeHidden();
  await expect(page).toHaveURL(roleUrlPattern(group.uid));
});

const roleUrlPattern = (group: string) =>
  new RegExp(`/roles/${group.replaceAll('/', '\\.')}\\.[0-9a-f]{16}$`);

test('what one does not hold cannot be handed out, and a lost role says so', async ({
  ownerPage: page,
  grove,
}) => {
  const group = await makeGroup(page, grove, grove.rootUid);
  const role = await makeRole(page, grove, group.uid, {
    name: 'kept',
    capabilities: ['groups.list', 'groups.create'],
  });
  await signInAs(page, await makeViewer(page, grove, group.uid), roleUrl(role.uid));
  const article = page.getByRole('article', { name: 'kept' });
  const edit = article.getByRole('button', { name: 'Edit' });
  await expect(edit).toBeDisabled();
  await edit.focus();
  await expect(page.getByRole('tooltip')).toContainText('roles.update');
  await expect(article.getByRole('button', { name: 'Delete' })).toBeDisabled();
  await expectAccessible(page);

  await page.goto(groupUrl(group.uid, '/roles'));
  await expect(page.getByRole('button', { name: 'New role' })).toBeDisabled();
  await page.getByRole('link', { name: 'owner', exact: true }).click();
  await expect(page.getByRole('article', { name: 'owner' })).toContainText('Built-in');
  await expect(page.getByRole('button', { name: 'Delete' })).toBeDisabled();

  await page.goto(groupUrl(group.uid, '/roles/new'));
  const sheet = page.getByRole('dialog', { name: `New role in ${group.name}` });
  await sheet.getByRole('checkbox', { name: 'groups.list', exact: true }).check();
  const create = sheet.getByRole('checkbox', { name: 'groups.create', exact: true });
  await expect(create).toBeDisabled();
  await create.focus();
  await expect(page.getByRole('tooltip')).toContainText('groups.create');
  await create.press('Space');
  await expect(create).not.toBeChecked();
  await expect(sheet.getByText('1 of 33 chosen')).toBeVisible();
  await expect(sheet.getByRole('button', { name: 'Create role' })).toBeDisabled();
  await expectAccessible(page);

  await page.goto(roleUrl(`${group.uid}/0000000000000000`));
  await expect(page.getByRole('main').getByRole('alert')).toContainText(
    'This role could not be loaded',
  );
});
