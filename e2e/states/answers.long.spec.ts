/** The answers of Explain access and of the API reference. */
import type { Page } from '@playwright/test';
import { expect, groupUrl, test } from '../fixtures.ts';
import { screenUids } from '../frame/screens.ts';
import { look } from '../support/look.ts';

test.describe.configure({ mode: 'parallel' });

test('explain: an incomplete question, and its picker', async ({ ownerPage: page }) => {
  await page.goto('/explain');
  await expect(page.getByText('Pick an identity and a group')).toBeVisible();
  await look(page);
  await page.getByRole('combobox', { name: 'Identity' }).fill('ada');
  await expect(page.getByRole('option').first()).toBeVisible();
  await look(page);
});

test('explain: all capabilities, one, and everyone who has it', async ({
  ownerPage: page,
  grove,
}) => {
  const { group = '', identity = '' } = await screenUids(page, grove);
  await page.goto(`/explain?${new URLSearchParams({ identity, group })}`);
  await expect(page.getByRole('table', { name: 'Capabilities' })).toBeVisible();
  await look(page);
  const capability = page.getByRole('combobox', { name: 'Capability' });
  await capability.selectOption('groups.delete');
  await expect(page.getByRole('heading', { name: 'No, it does not have' })).toBeVisible();
  await look(page);
  await capability.selectOption('repo.list');
  await page.getByRole('button', { name: 'Everyone with this capability' }).click();
  await expect(page.getByRole('region', { name: 'Who has it' })).toBeVisible();
  await look(page);
});

const answer = (page: Page) => page.getByRole('region', { name: 'Answer' });

test('the API reference: nothing chosen, nothing there, v1', async ({ ownerPage: page }) => {
  for (const [path, words] of [
    ['/api-reference', 'Choose an operation to see'],
    ['/api-reference?operation=NoSuch', 'There is no operation NoSuch'],
    ['/api-reference?version=v1&operation=UpdateGroup', 'PUT /iam/v1/groups/{id}'],
  ] as const) {
    await page.goto(path);
    await expect(page.getByText(words)).toBeVisible();
    await look(page);
  }
});

test('the API reference: an answer, a refusal, and all fields', async ({
  ownerPage: page,
  grove,
}) => {
  await page.goto('/api-reference?operation=ListGroups');
  const send = page.getByRole('button', { name: 'Send GET' });
  await send.click();
  await expect(answer(page)).toContainText(grove.rootUid);
  await look(page);
  await page.getByRole('textbox', { name: 'page_size' }).fill('many');
  await send.click();
  await expect(answer(page)).toContainText('"field": "page_size"');
  await look(page);
  await page.goto('/api-reference?operation=UpdateIdentity');
  await page.getByText('Fields of claimMatch').first().click();
  await page.getByText('The caller lacks a capability').click();
  await expect(page.getByLabel('Example of PERMISSION_DENIED')).toBeVisible();
  await look(page);
});

test('the activity of one resource', async ({ ownerPage: page, grove }) => {
  const { group = '', identity = '' } = await screenUids(page, grove);
  await page.goto(groupUrl(group, `/activity?${new URLSearchParams({ resource: identity })}`));
  await expect(page.getByRole('table', { name: 'Activity' })).toContainText('pipeline');
  await look(page);
});

test('the callers of v1', async ({ ownerPage: page, grove }) => {
  await page.request.get('/registry/v1/tags');
  const callers = `/iam/v2beta1/auditEvents:v1Callers?group_uid=${grove.rootUid}`;
  // Calls are recorded once a minute.
  await expect
    .poll(async () => (await page.request.get(callers)).text(), { timeout: 120_000 })
    .toContain('ListTags');
  await page.goto(groupUrl(grove.rootUid, '/activity/v1'));
  await expect(page.getByRole('table', { name: 'Callers of v1' })).toBeVisible();
  await look(page);
});
