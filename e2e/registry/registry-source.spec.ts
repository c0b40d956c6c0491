/** The registry source of a group: set up, synced, notified of pushes. */
import { type Page, test as base } from '@playwright/test';
import { expect, groupUrl, makeGroup, test } from '../fixtures.ts';
import { newCertificates } from '../support/certificates.ts';
import { startProxy } from '../support/faulty-proxy.ts';
import { pushImage } from '../support/images.ts';
import { PASSWORD, startRegistry, type TestRegistry, USERNAME } from '../support/registry.ts';
import { makeViewer, signInAs } from '../access/viewer.ts';

let registry: TestRegistry;

base.beforeAll(async () => {
  registry = await startRegistry();
  for (const tag of ['1.0', '1.1', 'latest']) await pushImage(registry, 'team/shop', tag);
  await pushImage(registry, 'nginx', 'stable', { architecture: 'arm64' });
});

base.afterAll(() => registry.remove());

const sheetOf = (page: Page, name = 'Registry source') => page.getByRole('dialog', { name });

async function setUp(
  page: Page,
  password = PASSWORD,
  url = registry.url,
  schedule = 'Every 1 hour',
): Promise<void> {
  await sheetOf(page).getByRole('link', { name: 'Set up' }).click();
  const form = sheetOf(page, 'Set up a registry source');
  await form.getByLabel('Address').fill(url);
  await form.getByLabel('User name').fill(USERNAME);
  await form.getByLabel('Password').fill(password);
  await form.getByLabel('Schedule').selectOption(schedule);
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(page).toHaveURL(/\/repos\/source$/);
}

test('a registry is set up and synced, and a tag that is pushed shows on the open page', async ({
  ownerPage: page,
  grove,
}) => {
  const group = await makeGroup(page, grove, grove.rootUid);
  await page.goto(groupUrl(group.uid, '/repos'));
  await page.getByRole('link', { name: 'Registry source', exact: true }).click();
  const sheet = sheetOf(page);
  await expect(sheet).toContainText('No registry source yet');

  await sheet.getByRole('link', { name: 'Set up' }).click();
  const form = sheetOf(page, 'Set up a registry source');
  await form.getByLabel('Address').fill('ftp://registry');
  await form.getByLabel('User name').fill(USERNAME);
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form.getByLabel('Address')).toHaveAccessibleDescription(/https URL/);
  await form.getByLabel('Address').fill(registry.url);
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form.getByLabel('Password')).toHaveAccessibleDescription(/required/);
  await form.getByLabel('Password').fill(PASSWORD);
  await form.getByRole('button', { name: 'Save' }).click();

  // A schedule starts immediately.
  await expect(sheet).toContainText('Every 1 hour');
  const did = sheet.getByRole('region', { name: 'Result of the last sync' });
  await expect(did).toContainText('New4');
  await expect(sheet).toContainText('Succeeded');

  await sheet.getByRole('button', { name: 'Create secret' }).click();
  await expect(sheet).toContainText('never shown again');
  const secret = /grove-reg-[0-9a-f]{16}\.[\w-]{43}/.exec(await sheet.locator('pre').innerText());
  await expect(sheet.locator('pre')).toContainText(`${grove.url}/registry/events`);
  await page.keyboard.press('Escape');
  await expect(sheet).toBeHidden();

  const table = page.getByRole('table', { name: 'Repositories' });
  await expect(page.getByText('Read from')).toBeVisible();
  await expect(table.getByRole('link', { name: 'nginx' })).toBeVisible();
  await table.getByRole('link', { name: 'team/shop' }).click();
  const tags = page.getByRole('grid', { name: 'Tags' });
  await expect(tags).toContainText('1.1');
  await expect(tags).not.toContainText('2.0');
  await pushImage(registry, 'team/shop', '2.0');
  const told = await page.request.post('/registry/events', {
    data: { events: [{ action: 'push', target: { repository: 'team/shop', tag: '2.0' } }] },
    headers: { authorization: `Bearer ${secret?.[0]}` },
  });
  expect(told.status()).toBe(200);
  await expect(tags).toContainText('2.0');
});

test('the connection is tested before it is saved, and with the stored password', async ({
  ownerPage: page,
  grove,
}) => {
  const proxy = await startProxy(registry.port);
  proxy.fault = (_, response) => {
    response.writeHead(404).end();
    return true;
  };
  const group = await makeGroup(page, grove, grove.rootUid);
  await page.goto(groupUrl(group.uid, '/repos/source/edit'));
  const form = sheetOf(page, 'Set up a registry source');
  const address = form.getByLabel('Address');
  const test = form.getByRole('button', { name: 'Test connection' });
  await expect(test).toHaveAttribute('data-hint', 'Type an address first');
  await address.fill(proxy.url);
  await test.click();
  await expect(address).toBeFocused();
  await expect(address).toHaveAccessibleDescription(/no registry at this address/);
  await address.fill(registry.url);
  await expect(address).not.toHaveAccessibleDescription(/no registry at this address/);
  await test.click();
  const user = form.getByLabel('User name');
  await expect(user).toBeFocused();
  await expect(user).toHaveAccessibleDescription(/user name and password.*No password was sent/);
  await user.fill(USERNAME);
  const password = form.getByLabel('Password');
  await password.fill('wrong');
  await test.click();
  await expect(password).toBeFocused();
  await expect(password).toHaveAccessibleDescription(/refuses the user name and password/);
  await password.fill(PASSWORD);
  await test.click();
  const status = form.getByRole('status').filter({ hasText: 'The connection works' });
  await expect(status).toContainText('lists 2 repositories');
  await expect(status).toContainText('The password was sent');
  await form.getByRole('button', { name: 'Save' }).click();

  await sheetOf(page).getByRole('link', { name: 'Edit' }).click();
  const editor = sheetOf(page, 'Edit registry source');
  await editor.getByRole('button', { name: 'Test connection' }).click();
  await expect(
    editor.getByRole('status').filter({ hasText: 'The connection works' }),
  ).toBeVisible();
  await editor.getByLabel('Address').fill(proxy.url);
  await editor.getByRole('button', { name: 'Test connection' }).click();
  await expect(editor.getByLabel('Password')).toHaveAccessibleDescription(/must be given again/);
  await proxy.close();
});

test('problems are shown and fixed', async ({ ownerPage: page, grove }) => {
  const group = await makeGroup(page, grove, grove.rootUid);
  await page.goto(groupUrl(group.uid, '/repos/source'));
  // The first sync starts without a schedule, too.
  await setUp(page, 'wrong', registry.url, 'Only on request');
  const sheet = sheetOf(page);
  await expect(sheet.getByRole('alert')).toContainText('refuses the user name and password');
  await page.keyboard.press('Escape');
  // The empty list does not ask for the source that exists.
  await expect(page.getByText('The registry could not be read.')).toBeVisible();
  await page.getByRole('link', { name: 'See what failed' }).click();
  await sheet.getByRole('link', { name: 'Edit' }).click();
  const form = sheetOf(page, 'Edit registry source');
  await form.getByLabel('Password').fill(PASSWORD);
  await form.getByRole('button', { name: 'Save changes' }).click();
  // A corrected password is tried without a schedule, too.
  await expect(sheet).toContainText('Succeeded');
  await expect(sheet).toContainText('Only on request');
  await expect(sheet.getByRole('alert')).toBeHidden();

  await sheet.getByRole('button', { name: 'Delete' }).click();
  const asking = page.getByRole('alertdialog', { name: /^Delete http/ });
  await asking.getByRole('button', { name: 'Delete registry source' }).click();
  await expect(sheet).toContainText('No registry source yet');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('table', { name: 'Repositories' })).toContainText('nginx');
});

test(
  'tags that could not be read are listed with the reason, by repository',
  { tag: '@long' },
  async ({ ownerPage: page, grove }) => {
    const proxy = await startProxy(registry.port);
    proxy.fault = ({ url }, response) => {
      if (url?.startsWith('/v2/nginx/manifests/') === true) response.writeHead(403).end();
      else if (url === '/v2/team/shop/manifests/1.1') {
        response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html>');
      } else return false;
      return true;
    };
    const group = await makeGroup(page, grove, grove.rootUid);
    await page.goto(groupUrl(group.uid, '/repos/source'));
    await setUp(page, PASSWORD, proxy.url);
    const sheet = sheetOf(page);
    await expect(sheet).toContainText('Succeeded with problems');
    const problems = sheet.getByRole('region', { name: 'Could not be read: 2' });
    await expect(problems.getByRole('heading', { level: 4 })).toHaveText(['nginx', 'team/shop']);
    await expect(problems.getByRole('term')).toHaveText(['stable', '1.1']);
    await expect(problems.getByRole('definition').last()).toContainText('(text/html)');
    await proxy.close();
  },
);

test(
  'the authority of a registry is set, checked and removed',
  { tag: '@long' },
  async ({ ownerPage: page, grove }) => {
    const group = await makeGroup(page, grove, grove.rootUid);
    await page.goto(groupUrl(group.uid, '/repos/source'));
    await setUp(page);
    const sheet = sheetOf(page);
    await sheet.getByRole('link', { name: 'Edit' }).click();
    const form = sheetOf(page, 'Edit registry source');
    const field = form.getByLabel('CA certificate');
    await field.fill('not a certificate');
    await form.getByRole('button', { name: 'Save changes' }).click();
    await expect(field).toHaveAccessibleDescription(/PEM, or several/);
    await field.fill(newCertificates().authority);
    await form.getByRole('button', { name: 'Save changes' }).click();
    await expect(sheet).toContainText('Also checked with your CA certificate');
    await sheet.getByRole('link', { name: 'Edit' }).click();
    await expect(field).toHaveValue(/^-----BEGIN CERTIFICATE-----/);
    await field.fill('');
    await form.getByRole('button', { name: 'Save changes' }).click();
    await expect(sheet).not.toContainText('CA certificate');
  },
);

test('a running sync shows its progress, on its page and over the list', async ({
  ownerPage: page,
  grove,
}) => {
  const proxy = await startProxy(registry.port);
  const held = Promise.withResolvers<void>();
  proxy.fault = ({ url }) => {
    const isHeld = url?.startsWith('/v2/team/shop/manifests/') === true;
    if (isHeld) held.resolve();
    return isHeld;
  };
  const group = await makeGroup(page, grove, grove.rootUid);
  await page.goto(groupUrl(group.uid, '/repos/source'));
  await setUp(page, PASSWORD, proxy.url);
  const sheet = sheetOf(page);
  await held.promise;
  const progress = sheet.getByRole('progressbar', { name: 'Syncing: 1 tag, 1 repository done' });
  await expect(progress).toBeVisible();
  const again = sheet.getByRole('button', { name: 'Sync now' });
  await expect(again).toHaveAttribute('data-hint', 'A sync is already running');
  await page.keyboard.press('Escape');
  await expect(sheet).toBeHidden();
  await expect(page.getByText('1 tag, 1 repository done')).toBeVisible();
  const table = page.getByRole('table', { name: 'Repositories' });
  await expect(table.getByRole('link', { name: 'nginx' })).toBeVisible();
  await proxy.close();
});

test(
  'who may only look is told why nothing can be changed',
  { tag: '@long' },
  async ({ ownerPage: page, grove }) => {
    const group = await makeGroup(page, grove, grove.rootUid);
    await page.goto(groupUrl(group.uid, '/repos/source'));
    await setUp(page);
    const viewer = await makeViewer(page, grove, group.uid);
    const { uid: empty } = await makeGroup(page, grove, group.uid);
    await signInAs(page, viewer, groupUrl(empty, '/repos'));
    await expect(page.getByText('This group has none yet')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Set up a registry source' })).toBeHidden();
    await page.goto(groupUrl(group.uid, '/repos/source'));
    const sheet = sheetOf(page);
    await expect(sheet).toContainText(registry.url);
    for (const name of ['Sync now', 'Edit', 'Delete', 'Create secret']) {
      const button = sheet.getByRole('button', { name });
      await expect(button).toHaveAttribute('aria-disabled', 'true');
      await expect(button).toHaveAttribute('data-hint', /repo\.sync/);
    }
  },
);

test(
  'a source that cannot be loaded says so and is asked for again',
  { tag: '@long' },
  async ({ ownerPage: page, grove }) => {
    const group = await makeGroup(page, grove, grove.rootUid);
    let isBroken = true;
    await page.route('**/registrySources?*', (route) =>
      isBroken
        ? route.fulfill({ status: 500, json: { code: 13, message: 'broken' } })
        : route.continue(),
    );
    // The group's own list includes the source in the page.
    await page.goto(groupUrl(group.uid, '/repos?scope=below'));
    await page.getByRole('link', { name: 'Registry source', exact: true }).click();
    const sheet = sheetOf(page);
    await expect(sheet).toContainText('could not be loaded');
    isBroken = false;
    await sheet.getByRole('button', { name: 'Try again' }).click();
    await expect(sheet).toContainText('No registry source yet');
  },
);
