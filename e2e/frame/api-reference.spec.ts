import { expect, makeGroup, test } from '../fixtures.ts';
import { makeViewer, signInAs } from '../access/viewer.ts';
import type { Page } from '@playwright/test';

/** Chooses an operation in the way that the screen size offers. */
async function choose(page: Page, id: string, isMobile: boolean): Promise<void> {
  if (isMobile) {
    await page.getByRole('combobox', { name: 'Operation', exact: true }).selectOption(id);
  } else {
    await page.getByRole('searchbox', { name: 'Filter operations' }).fill(id);
    const list = page.getByRole('navigation', { name: 'Operations' });
    await list.getByRole('link', { name: new RegExp(` ${id}$`) }).click();
  }
  await expect(page.getByRole('heading', { level: 2, name: id, exact: true })).toBeVisible();
}

const answer = (page: Page) => page.getByRole('region', { name: 'Answer' });
const outcome = (page: Page) => answer(page).getByRole('status').filter({ hasText: / ms$/ });
const shell = (page: Page) => page.getByRole('region', { name: 'Run it in a shell' });

test('an operation is chosen, filled in and run', async ({ ownerPage: page, grove, isMobile }) => {
  await page.goto('/api-reference');
  await expect(page.getByRole('heading', { level: 1, name: 'API reference' })).toBeVisible();
  await expect(page.getByText('Choose an operation to see')).toBeVisible();

  await choose(page, 'CreateGroup', isMobile);
  await expect(page).toHaveURL(/\?operation=CreateGroup$/);
  const send = page.getByRole('button', { name: 'Send POST' });
  await expect(send).toHaveAttribute('aria-disabled', 'true');
  await expect(page.getByText('Fill in uid first.')).toBeVisible();

  await page.getByRole('textbox', { name: 'uid' }).fill(grove.rootUid);
  const name = `tried ${test.info().project.name} ${Date.now()}`;
  const body = page.getByRole('textbox', { name: 'JSON' });
  await expect(body).toHaveValue(/"name": "payments"/);
  await body.fill('{ "name": ');
  await expect(page.getByText('It is not JSON')).toBeVisible();
  await expect(send).toHaveAttribute('aria-disabled', 'true');
  await body.fill(JSON.stringify({ name, description: "it's for real" }));

  const command = shell(page).locator('pre');
  await expect(command).toContainText(`curl -X POST -H "Authorization: Bearer $GROVE_TOKEN"`);
  await expect(command).toContainText(`${grove.url}/iam/v2beta1/groups/${grove.rootUid}'`);
  await shell(page).getByRole('radio', { name: 'gRPC' }).check();
  await expect(command).toContainText('grpcurl -plaintext');
  await expect(command).toContainText(`"parentUid":"${grove.rootUid}"`);
  await expect(command).toContainText(
    `${new URL(grove.url).host} grove.iam.v2beta1.GroupsService/CreateGroup`,
  );
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await shell(page).getByRole('button', { name: 'Copy as gRPC' }).click();
  await expect(shell(page).getByRole('status')).toHaveText('Copied');
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toBe(await command.textContent());

  await send.click();
  await expect(outcome(page)).toContainText('200');
  await expect(answer(page)).toContainText(`"name": "${name}"`);
  await expect(answer(page).getByText('x-request-id')).toBeVisible();
  await expect(answer(page).getByText('etag')).toBeVisible();
  await send.click();
  await expect(outcome(page)).toContainText('409');
  await expect(answer(page)).toContainText('ALREADY_EXISTS');
});

test('the address holds the operation', { tag: '@long' }, async ({ ownerPage: page, isMobile }) => {
  await page.goto('/api-reference?operation=ListRoles');
  await expect(page.getByRole('heading', { name: 'ListRoles' })).toBeVisible();
  await choose(page, 'WhoCan', isMobile);
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'ListRoles' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'ListRoles' })).toBeVisible();

  const found = page.waitForRequest((request) => request.url().includes('/roles?page_size=1&'));
  await page.getByRole('textbox', { name: 'page_size' }).fill('1');
  await page.getByRole('textbox', { name: 'order_by' }).fill('name desc');
  // Enter submits a read.
  await page.keyboard.press('Enter');
  await found;
  await expect(answer(page)).toContainText('"roles": [');

  await page.goto('/api-reference?operation=NoSuch');
  await expect(page.getByRole('heading', { name: 'There is no operation NoSuch' })).toBeVisible();
  await page.getByRole('link', { name: 'All operations' }).click();
  await expect(page.getByText('Choose an operation to see')).toBeVisible();
});

test(
  'both versions are shown, and calls of v1 run',
  { tag: '@long' },
  async ({ ownerPage: page, grove, isMobile }) => {
    await page.goto('/api-reference?operation=UpdateGroup');
    await expect(page.getByText('PATCH /iam/v2beta1/groups/{uid}')).toBeVisible();
    await page.getByRole('radio', { name: 'v1', exact: true }).check();
    await expect(page).toHaveURL(/\?version=v1&operation=UpdateGroup$/);
    await expect(page.getByText('PUT /iam/v1/groups/{id}')).toBeVisible();
    await expect(page.getByRole('textbox', { name: 'updateMask' })).toBeHidden();
    await expect(page.getByRole('link', { name: 'OpenAPI document' })).toHaveAttribute(
      'href',
      '/openapi-v1.json',
    );

    await choose(page, 'ListGroups', isMobile);
    await expect(page).toHaveURL(/\?version=v1&operation=ListGroups$/);
    await page.getByRole('textbox', { name: 'id', exact: true }).fill(grove.rootUid);
    const command = shell(page).locator('pre');
    await expect(command).toContainText(`${grove.url}/iam/v1/groups?id=${grove.rootUid}`);
    await shell(page).getByRole('radio', { name: 'gRPC' }).check();
    await expect(shell(page)).toContainText('exists over REST only');
    await page.getByRole('button', { name: 'Send GET' }).click();
    await expect(outcome(page)).toContainText('200');
    await expect(answer(page)).toContainText('"items": [');
    await expect(answer(page)).toContainText('"createdAt": ');
    await expect(answer(page).getByText('rel="successor-version"')).toBeVisible();

    await page.getByRole('link', { name: 'The same in v2beta1' }).click();
    await expect(page.getByText('GET /iam/v2beta1/groups')).toBeVisible();
    await page.goto('/api-reference?version=v1&operation=GetGroup');
    await expect(page.getByText('To get one resource, list it by its id.')).toBeVisible();
    await page.getByRole('link', { name: 'All operations' }).click();
    await expect(page.getByText('Errors are JSON with a code and a message.')).toBeVisible();
  },
);

test('a refusal is shown as it came', { tag: '@long' }, async ({ ownerPage: page, grove }) => {
  const group = await makeGroup(page, grove, grove.rootUid, 'kept by others');
  const email = await makeViewer(page, grove, group.uid);
  await signInAs(page, email, '/api-reference?operation=DeleteGroup');
  await page.getByRole('textbox', { name: 'uid' }).fill(group.uid);
  await expect(page.getByText(`Sends a real request as ${email}`)).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(answer(page)).toBeHidden();
  await page.getByRole('button', { name: 'Send DELETE' }).click();
  await expect(outcome(page)).toContainText('403');
  await expect(answer(page)).toContainText(`missing groups.delete on ${group.uid}`);

  await page.goto('/api-reference?operation=ListGroups');
  await page.getByRole('textbox', { name: 'page_size' }).fill('many');
  await page.getByRole('button', { name: 'Send GET' }).click();
  await expect(outcome(page)).toContainText('400');
  await expect(answer(page)).toContainText('"field": "page_size"');
});

test(
  'files go in and come out, over REST only',
  { tag: '@long' },
  async ({ ownerPage: page, grove }) => {
    await page.goto('/api-reference?operation=ImportAdvisories');
    await page.getByRole('textbox', { name: 'group_uid' }).fill(grove.rootUid);
    await expect(page.getByText('Choose a file first.')).toBeVisible();
    const osv = {
      schema_version: '1.7.0',
      id: 'REF-1',
      modified: '2026-01-02T03:04:05Z',
      affected: [],
    };
    await page.getByLabel('File', { exact: true }).setInputFiles({
      name: 'one.json',
      mimeType: 'application/json',
      buffer: Buffer.from(JSON.stringify(osv)),
    });
    await expect(shell(page).locator('pre')).toContainText("--data-binary '@one.json'");
    await shell(page).getByRole('radio', { name: 'gRPC' }).check();
    await expect(shell(page)).toContainText('exists over REST only');
    await page.getByRole('combobox', { name: 'validate_only' }).selectOption('true');
    await page.getByRole('button', { name: 'Send POST' }).click();
    await expect(outcome(page)).toContainText('200');

    await page.goto('/api-reference?operation=ExportAdvisories');
    await page.getByRole('textbox', { name: 'group_uid' }).fill(grove.rootUid);
    await page.getByRole('button', { name: 'Send GET' }).click();
    await expect(outcome(page)).toContainText('200');
    const saved = page.waitForEvent('download');
    await answer(page)
      .getByRole('button', { name: /^Save / })
      .click();
    expect((await saved).suggestedFilename()).toMatch(/\.(zip|json)$/);
  },
);

test(
  'what an operation takes and answers is told',
  { tag: '@long' },
  async ({ ownerPage: page }) => {
    await page.goto('/api-reference?operation=UpdateIdentity');
    const fields = page.getByRole('list', { name: 'Fields of the body', exact: true });
    await expect(fields).toContainText('The rules that decide which tokens it matches.');
    await fields.getByText('Fields of claimMatch').click();
    await expect(page.getByRole('list', { name: 'Fields of claimMatch' }).first()).toContainText(
      'issuerPattern',
    );
    await page.getByText('The caller lacks a capability').click();
    await expect(page.getByLabel('Example of PERMISSION_DENIED')).toContainText('requestId');
  },
);

test(
  'without the document it says so and tries again',
  { tag: '@long' },
  async ({ ownerPage: page }) => {
    await page.route('**/openapi.json', (route) =>
      route.fulfill({ status: 500, json: { code: 13, message: 'internal error' } }),
    );
    await page.goto('/api-reference');
    const alert = page.getByRole('main').getByRole('alert');
    await expect(alert).toContainText('The reference could not be loaded');
    await page.unroute('**/openapi.json');
    await alert.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByText('Choose an operation to see')).toBeVisible();
  },
);

test(
  'it is a step away from everywhere',
  { tag: '@long' },
  async ({ ownerPage: page, isMobile }) => {
    await page.goto('/settings/profile');
    if (isMobile) {
      await page.getByRole('button', { name: 'Account' }).click();
      await page.getByRole('menuitem', { name: 'API reference' }).click();
    } else {
      await page.getByRole('link', { name: 'API reference' }).click();
    }
    await expect(page).toHaveURL(/\/api-reference$/);
    await page.goto('/settings/profile');
    await page.getByRole('button', { name: 'Search or go to' }).click();
    await page.getByRole('searchbox', { name: 'Search and commands' }).fill('api ref');
    await page.getByRole('menuitem', { name: 'API reference' }).click();
    await expect(page).toHaveURL(/\/api-reference$/);
    if (isMobile) return;
    await page.getByText('Choose an operation to see').waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type('whocan');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 2, name: 'WhoCan' })).toBeVisible();
  },
);
