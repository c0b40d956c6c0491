import type { Locator, Page } from '@playwright/test';
import { expect, groupUrl, makeGroup, test } from '../fixtures.ts';
import { actionOf, identityUrl, makeIdentity } from '../people/identities.ts';

const clipboardOf = (page: Page) => page.evaluate(() => navigator.clipboard.readText());

const copied = (within: Locator) => within.getByRole('status').filter({ hasText: 'Copied' });

test('copying is confirmed with a tick', async ({ ownerPage: page, grove }) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto(groupUrl(grove.rootUid));
  const main = page.getByRole('main');
  const json = page.getByRole('region', { name: 'JSON' });
  await expect(json).toBeHidden();
  await main.getByText('Uid, times and JSON').click();
  await json.getByRole('button', { name: 'Copy JSON' }).click();
  await expect(copied(json)).toBeVisible();
  expect(JSON.parse(await clipboardOf(page))).toMatchObject({ uid: grove.rootUid });
  await expect(copied(json)).toBeHidden();

  await main.getByRole('button', { name: 'API call' }).last().click();
  const call = page.getByRole('dialog', { name: 'API call' });
  await call.getByRole('button', { name: 'Copy as curl' }).focus();
  await page.keyboard.press('Enter');
  await expect(copied(call)).toBeVisible();
  expect(await clipboardOf(page)).toBe(
    `curl -H "Authorization: Bearer $GROVE_TOKEN" '${grove.url}/iam/v2beta1/groups/${grove.rootUid}'`,
  );
});

test('an editor shows its call with the mask that it sends', async ({ ownerPage: page, grove }) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  const group = await makeGroup(page, grove, grove.rootUid, 'called');
  await page.goto(groupUrl(group.uid, '/edit'));
  const editor = page.getByRole('dialog', { name: 'Edit called' });
  const call = page.getByRole('dialog', { name: 'API call' });
  const open = editor.getByRole('button', { name: 'API call' });
  await open.click();
  await expect(call.getByText('Nothing has changed yet')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(call).toHaveCount(0);
  await expect(open).toBeFocused();

  await editor.getByLabel('Description').fill('moves money');
  await open.click();
  const mask = call.getByRole('definition').nth(1);
  await expect(mask).toHaveText('description');
  await expect(call.getByText('-X PATCH')).toContainText('updateMask=description');
  await call.getByRole('radio', { name: 'JSON' }).check();
  await call.getByRole('button', { name: 'Copy JSON' }).click();
  await expect(copied(call)).toBeVisible();
  expect(JSON.parse(await clipboardOf(page))).toEqual({ description: 'moves money' });
  await call.getByRole('radio', { name: 'grpcurl' }).check();
  const command = call.getByText('GroupsService/UpdateGroup');
  await expect(command).toContainText('"updateMask":"description"');
  await expect(command).toContainText(/if-match: "\d+"/);
  await call.getByRole('button', { name: 'Close' }).click();

  await editor.getByLabel('Name').fill('called again');
  await open.click();
  await expect(mask).toHaveText('name, description');
});

test(
  'a deletion shows its call, and its problem with the definitions',
  { tag: '@long' },
  async ({ ownerPage: page, grove }) => {
    const group = await makeGroup(page, grove, grove.rootUid, 'doomed');
    const identity = await makeIdentity(page, grove, group.uid);
    await page.goto(identityUrl(identity.uid));
    await (await actionOf(page, 'Delete')).click();
    const deletion = page.getByRole('alertdialog');
    await page.route('**/openapi.json', (route) =>
      route.fulfill({ status: 500, json: { code: 13, message: 'the server is busy' } }),
    );
    await deletion.getByRole('button', { name: 'API call' }).click();
    const call = page.getByRole('dialog', { name: 'API call' });
    await expect(call.getByText('-X DELETE')).toContainText(identity.uid);
    await call.getByRole('radio', { name: 'grpcurl' }).check();
    await expect(call.getByRole('alert')).toContainText('the server is busy');
    await page.unroute('**/openapi.json');
    await call.getByRole('button', { name: 'Try again' }).click();
    await expect(call.getByText('IdentitiesService/DeleteIdentity')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(deletion).toBeVisible();
  },
);

test(
  'where the browser keeps its clipboard, nothing is said to be copied',
  { tag: '@long' },
  async ({ ownerPage: page, grove }) => {
    await page.addInitScript(() => {
      Object.defineProperty(navigator, 'clipboard', { value: undefined });
      document.execCommand = () => false;
    });
    await page.goto(groupUrl(grove.rootUid));
    await page.getByText('Uid, times and JSON').click();
    const json = page.getByRole('region', { name: 'JSON' });
    await json.getByRole('button', { name: 'Copy JSON' }).click();
    await expect(json.getByText('Not copied', { exact: true })).toBeVisible();
    await expect(json.getByRole('status').filter({ hasText: 'Not copied: the' })).toBeVisible();
    const facts = page.getByRole('main').getByRole('button', { name: /^Copy uid/ });
    await facts.first().click();
    await expect(page.getByRole('status').filter({ hasText: 'Not copied: the' })).toHaveCount(2);
  },
);
