/** Forms with violations at their fields, with stored values, and with secrets that are shown once. */
import type { Page } from '@playwright/test';
import { expect, type Grove, groupUrl, makeGroup, test } from '../fixtures.ts';
import { bind, identityUrl, ISSUER, makeIdentity } from '../people/identities.ts';
import { look } from '../support/look.ts';

test.describe.configure({ mode: 'parallel' });

const FIXTURES = 'lib/import/advisories/fixtures';

async function openForm(page: Page, grove: Grove, path: string, name: RegExp) {
  const { uid } = await makeGroup(page, grove, grove.rootUid);
  await page.goto(groupUrl(uid, path));
  return { group: uid, form: page.getByRole('dialog', { name }) };
}

const pick = async (page: Page, field: string, text: string) => {
  await page.getByRole('combobox', { name: field }).fill(text);
  await page.getByRole('option', { name: new RegExp(`^${text}`) }).click();
};

for (const [path, name, button] of [
  ['/identities/new', /^New identity/, 'Create identity'],
  ['/access/new', /^New binding/, 'Create binding'],
  ['/roles/new', /^New role/, 'Create role'],
  ['/invites/new', /^New invite/, 'Create invite'],
  ['/keys/new', /^New key/, 'Create key'],
  ['/providers/new', /^New identity provider/, 'Create provider'],
  ['/association/new', /^Associate accounts/, 'Create association'],
  ['/repos/source/edit', /^Set up a registry source/, 'Save'],
] as const) {
  test(`${path}, sent without anything in it`, async ({ ownerPage: page, grove }) => {
    const { form } = await openForm(page, grove, path, name);
    await form.getByRole('button', { name: button, exact: true }).click();
    await expect(form.getByRole('alert').first()).toBeVisible();
    await look(page);
  });
}

test('a name that is not allowed, and one that is taken', async ({ ownerPage: page, grove }) => {
  const { group, form } = await openForm(page, grove, '/children/new', /^New group/);
  await makeGroup(page, grove, group, 'taken');
  const name = form.getByLabel('Name');
  await name.fill('Not Allowed');
  await expect(name).toHaveAttribute('aria-invalid', 'true');
  await look(page);
  await name.fill('taken');
  await form.getByRole('button', { name: 'Create group' }).click();
  await expect(form.getByRole('alert')).toContainText('The group was not created');
  await look(page);
});

test('an identity with a claim and a token that does not match it', async ({
  ownerPage: page,
  grove,
}) => {
  const { uid } = await makeGroup(page, grove, grove.rootUid);
  const identity = await makeIdentity(page, grove, uid);
  await page.goto(identityUrl(identity.uid, '/edit'));
  const editor = page.getByRole('dialog', { name: 'Edit pipeline' });
  await editor.getByRole('button', { name: 'Add claim' }).click();
  await editor.getByRole('textbox', { name: 'Name of claim 1' }).fill('environment');
  await editor.getByRole('button', { name: 'Test with a token' }).click();
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const claims = { iss: `${ISSUER}/`, sub: 'other', exp: 1_000_000_000 };
  const token = `${encode({ alg: 'RS256' })}.${encode(claims)}.c2lnbmF0dXJl`;
  await editor.getByRole('textbox', { name: 'Token' }).fill(token);
  await expect(editor.getByText(/^The token does not match/)).toBeVisible();
  await look(page);
});

test('a binding from a date until another one', async ({ ownerPage: page, grove }) => {
  const { form } = await openForm(page, grove, '/access/new', /^New binding/);
  for (const name of ['Begins', 'Ends']) {
    await form.getByRole('combobox', { name }).selectOption('On a date');
  }
  await expect(form.getByLabel('Until (UTC)')).toBeVisible();
  await look(page);
});

test('a binding that exists already', async ({ ownerPage: page, grove }) => {
  const { uid } = await makeGroup(page, grove, grove.rootUid);
  const identity = await makeIdentity(page, grove, uid, { name: 'bound twice' });
  await bind(page, grove, uid, identity.uid, 'viewer');
  await page.goto(groupUrl(uid, '/access/new'));
  const form = page.getByRole('dialog', { name: /^New binding/ });
  await pick(page, 'Identity', 'bound twice');
  await pick(page, 'Role', 'editor');
  await expect(form.getByText(/^Adds \d+ capabilities/)).toBeVisible();
  await look(page);
  await pick(page, 'Role', 'viewer');
  await expect(form.getByRole('note')).toContainText('already');
  await form.getByRole('button', { name: 'Create binding' }).click();
  await expect(form.getByRole('alert')).toContainText('The binding was not created');
  await look(page);
});

test('a provider with a rule, claims to test it, and a connection that failed', async ({
  ownerPage: page,
  grove,
}) => {
  const { form } = await openForm(page, grove, '/providers/new', /^New identity provider/);
  await form.getByLabel('Issuer').fill('https://10.0.0.1');
  await form.getByRole('button', { name: 'Test connection' }).click();
  await expect(form.getByText('The address is private', { exact: true })).toBeVisible();
  await form.getByRole('button', { name: 'Add role rule' }).click();
  await form.getByLabel('Claim of rule 1').fill('groups');
  await form.getByLabel('Value of rule 1').fill('admins');
  await pick(page, 'Role of rule 1', 'editor');
  await form.getByRole('button', { name: 'Test with claims' }).click();
  const claims = form.getByLabel('Claims', { exact: true });
  await claims.fill('{"iss": "https://10.0.0.1", "groups": ["Admins"]}');
  await expect(form.getByRole('status').filter({ hasText: 'No rule matches' })).toBeVisible();
  await look(page);
});

test('an association with every cloud in it', async ({ ownerPage: page, grove }) => {
  const { form } = await openForm(page, grove, '/association/new', /^Associate accounts/);
  for (const cloud of ['AWS account', 'Azure tenant', 'GitHub installation']) {
    await form.getByRole('checkbox', { name: cloud }).check();
  }
  await form.getByRole('button', { name: 'Add client id' }).click();
  await form.getByLabel('Account', { exact: true }).fill('12');
  await form.getByRole('button', { name: 'Create association' }).click();
  await expect(form.getByLabel('Account', { exact: true })).toHaveAttribute('aria-invalid', 'true');
  await look(page);
});

test('the link of an invite and the text of a key, shown once', async ({
  ownerPage: page,
  grove,
}) => {
  const { group, form } = await openForm(page, grove, '/invites/new', /^New invite/);
  await pick(page, 'Role', 'viewer');
  await form.getByRole('button', { name: 'Create invite' }).click();
  await expect(page.getByRole('dialog', { name: 'Invite created' })).toBeVisible();
  await look(page);
  await makeIdentity(page, grove, group, { name: 'robot' });
  await page.goto(groupUrl(group, '/keys/new'));
  await page.getByRole('dialog').getByLabel('Name').fill('nightly');
  await pick(page, 'Acts as', 'robot');
  await page.getByRole('button', { name: 'Create key' }).click();
  await expect(page.getByRole('dialog', { name: 'Key created' })).toBeVisible();
  await look(page);
});

test('a policy that locks its owner out', async ({ ownerPage: page, grove }) => {
  await page.goto(groupUrl(grove.rootUid, '/policy'));
  const form = page.getByRole('dialog', { name: 'Sign-in policy' });
  await form.getByLabel('Networks for the console').fill('192.0.2.0/24');
  await form.getByRole('button', { name: 'Save changes' }).click();
  await expect(form.getByRole('alert')).toContainText('you would lock yourself out');
  await look(page);
});

test('the preview and the result of an import', async ({ ownerPage: page, grove }) => {
  const { form } = await openForm(page, grove, '/advisories/import', /^Import advisories/);
  const file = { name: 'empty.json', mimeType: 'application/json', buffer: Buffer.from('') };
  await form.getByLabel('File').setInputFiles(file);
  await expect(form.getByRole('alert')).toBeVisible();
  await look(page);
  await form.getByLabel('File').setInputFiles(`${FIXTURES}/kinds.yaml`);
  await expect(form.getByRole('region', { name: 'Preview of the import' })).toBeVisible();
  await look(page);
  await form.getByRole('button', { name: 'Import' }).click();
  await expect(form.getByRole('region', { name: 'Result of the import' })).toBeVisible();
  await look(page);
});

test('an editor with its API call, left before it is saved, and two versions', async ({
  ownerPage: page,
  grove,
}) => {
  const { group, form } = await openForm(page, grove, '/edit', /^Edit/);
  await form.getByLabel('Description').fill('mine');
  await form.getByRole('button', { name: 'API call' }).click();
  await expect(page.getByRole('dialog', { name: 'API call' })).toBeVisible();
  await look(page);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('alertdialog', { name: 'Leave without saving?' })).toBeVisible();
  await look(page);
  await page.getByRole('button', { name: 'Keep editing' }).click();
  const headers = { origin: grove.url, 'sec-fetch-site': 'same-origin' };
  const data = { description: 'theirs' };
  await page.request.patch(`/iam/v2beta1/groups/${group}`, { data, headers });
  await form.getByRole('button', { name: 'Save changes' }).click();
  await page.getByRole('button', { name: 'Compare versions' }).click();
  await expect(page.getByRole('dialog', { name: 'Two versions of this group' })).toBeVisible();
  await look(page);
});

test('a registry source: new, syncing, with problems, and its secret', async ({
  ownerPage: page,
  grove,
}) => {
  const { uid } = await makeGroup(page, grove, grove.rootUid);
  const headers = { origin: grove.url, 'sec-fetch-site': 'same-origin' };
  const data = { url: 'https://registry.example.com', username: 'reader', password: 'secret' };
  await page.request.post(`/registry/v2beta1/registrySources/${uid}`, { data, headers });
  const counts = {
    repositories: 1,
    tags: 1,
    created: 1,
    updated: 0,
    unchanged: 0,
    gone: 0,
    skipped: 1,
  };
  const startTime = new Date().toISOString();
  const soon = new Date(Date.now() + 3_600_000);
  const sources = grove.database.rowsIn('RegistrySource');
  const actor = { actor: 'nobody', identities: [], requestId: '' };
  const cursor = { catalog: null, repository: null, tags: null };
  const run = { startTime, counts, actor, cursor, problems: [] };
  const running = { state: 'RUNNING', run, leaseTime: soon } as const;
  await sources.update({ where: { parent: uid }, data: { ...running, leaseHolder: 'nobody' } });
  await page.goto(groupUrl(uid, '/repos/source'));
  const sheet = page.getByRole('dialog', { name: 'Registry source' });
  await expect(sheet.getByRole('progressbar')).toBeVisible();
  await look(page);
  const problems = [{ repository: 'nginx', tag: 'stable', reason: 'HTTP 403' }];
  const lastSync = { startTime, endTime: startTime, ...counts, problems };
  const ended = { state: 'IDLE', run: null, leaseHolder: null, leaseTime: null } as const;
  await sources.update({ where: { parent: uid }, data: { ...ended, lastSync } });
  await page.reload();
  await expect(sheet.getByRole('region', { name: /^Could not be read/ })).toBeVisible();
  await look(page);
  await sheet.getByRole('button', { name: 'Create secret' }).click();
  await expect(sheet).toContainText('never shown again');
  await look(page);
});
