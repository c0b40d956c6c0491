import type { Page } from '@playwright/test';
import { expect, type Grove, groupUrl, makeGroup, test } from '../fixtures.ts';
import { whenReady } from '../support/ready-page.ts';
import { makeViewer, signInAs } from '../access/viewer.ts';

const TENANT = '00000000-0000-0000-0000-000000000001';
const nothing = (page: Page) => page.getByRole('heading', { name: 'No accounts are associated' });
const fact = (page: Page, text: string) => page.getByRole('definition').filter({ hasText: text });

async function associate(page: Page, grove: Grove, group: string) {
  const answer = await page.request.post(`/iam/v2beta1/accountAssociations/${group}`, {
    data: { name: 'clouds', amazon: { account: '123456789012' } },
    headers: { origin: grove.url, 'sec-fetch-site': 'same-origin' },
  });
  expect(answer.status()).toBe(200);
}

test('accounts are associated, changed and removed', async ({ ownerPage: page, grove }) => {
  const group = await makeGroup(page, grove, grove.rootUid);
  await page.goto(groupUrl(group.uid, '/association'));
  await expect(nothing(page)).toBeVisible();
  await page.getByRole('link', { name: 'Associate accounts' }).first().click();
  const form = page.getByRole('dialog', { name: `Associate accounts with ${group.name}` });
  await form.getByLabel('Name').fill('clouds');
  await form.getByRole('button', { name: 'Create association' }).click();
  await expect(form.getByRole('alert')).toContainText('Check AWS account');
  await expect(form.getByText('AWS account is required')).toBeVisible();

  await form.getByRole('checkbox', { name: 'AWS account' }).check();
  await form.getByLabel('Account', { exact: true }).fill('12');
  await form.getByRole('checkbox', { name: 'Azure tenant' }).check();
  await form.getByLabel('Tenant id').fill(TENANT);
  await form.getByRole('button', { name: 'Add client id' }).click();
  await form.getByLabel('Component 1', { exact: true }).fill('ingester.v1');
  await form.getByLabel('Client id of ingester.v1').fill('x');
  await form.getByRole('button', { name: 'Create association' }).click();
  await expect(form.getByLabel('Account', { exact: true })).toBeFocused();
  await expect(form.getByLabel('Account', { exact: true })).toHaveAccessibleDescription(
    /must be 12 digits/,
  );
  await expect(form.getByLabel('Client id of ingester.v1')).toHaveAccessibleDescription(
    /must be a UUID/,
  );
  await form.getByLabel('Account', { exact: true }).fill('123456789012');
  await form.getByLabel('Client id of ingester.v1').fill(TENANT);
  await form.getByRole('button', { name: 'Create association' }).click();
  await expect(page.getByRole('heading', { name: 'clouds' })).toBeVisible();
  await expect(fact(page, '123456789012')).toBeVisible();

  await page.getByRole('link', { name: 'Edit' }).click();
  const editor = page.getByRole('dialog', { name: 'Edit clouds' });
  await editor.getByRole('checkbox', { name: 'AWS account' }).uncheck();
  await editor.getByRole('checkbox', { name: 'GitHub installation' }).check();
  await editor.getByLabel('GitHub organization').fill('acme');
  await editor.getByLabel('Installation id').fill('4242');
  const sent = page.waitForRequest((request) => request.method() === 'PATCH');
  await editor.getByRole('button', { name: 'Save changes' }).click();
  expect(new URL((await sent).url()).searchParams.get('updateMask')).toBe('amazon,github');
  await expect(editor).toBeHidden();
  await expect(fact(page, '4242')).toBeVisible();
  await expect(fact(page, '123456789012')).toBeHidden();

  await page.getByRole('button', { name: 'Delete' }).click();
  const question = page.getByRole('alertdialog', { name: 'Delete clouds?' });
  await expect(question).toContainText('The accounts themselves are not changed');
  await question.getByRole('button', { name: 'Delete account association' }).click();
  await expect(nothing(page)).toBeVisible();
});

test('a group has one association, and those below are listed', async ({
  ownerPage: page,
  grove,
}) => {
  const group = await makeGroup(page, grove, grove.rootUid);
  const child = await makeGroup(page, grove, group.uid);
  await associate(page, grove, child.uid);
  await page.goto(groupUrl(group.uid, '/association'));
  await page.getByRole('radio', { name: 'With groups below' }).click();
  const table = page.getByRole('table', { name: 'Account associations' });
  await expect(table.getByText('AWS 123456789012')).toBeVisible();
  await table.getByRole('link', { name: 'clouds' }).click();
  await expect(page).toHaveURL(groupUrl(child.uid, '/association'));
  await page.goto(groupUrl(child.uid, '/association/new'));
  await expect(page.getByRole('button', { name: 'Create association' })).toBeDisabled();
});

test(
  'the keyboard alone associates an account',
  { tag: '@desktop-only' },
  async ({ ownerPage: page, grove }) => {
    const group = await makeGroup(page, grove, grove.rootUid);
    await page.goto(groupUrl(group.uid));
    await whenReady(page);
    await page.keyboard.press('g');
    await page.keyboard.press('l');
    await expect(nothing(page)).toBeVisible();
    await page.keyboard.press('n');
    const form = page.getByRole('dialog', { name: /^Associate accounts/ });
    await expect(form.getByLabel('Name')).toBeFocused();
    await page.keyboard.type('clouds');
    await form.getByRole('checkbox', { name: 'AWS account' }).focus();
    await page.keyboard.press('Space');
    await page.keyboard.press('Tab');
    await expect(form.getByLabel('Account', { exact: true })).toBeFocused();
    await page.keyboard.type('123456789012');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'clouds' })).toBeVisible();
  },
);

test('a viewer sees the association and disabled actions', async ({ ownerPage: page, grove }) => {
  const group = await makeGroup(page, grove, grove.rootUid);
  await associate(page, grove, group.uid);
  const email = await makeViewer(page, grove, group.uid);
  await signInAs(page, email, groupUrl(group.uid, '/association'));
  await expect(page.getByRole('heading', { name: 'clouds' })).toBeVisible();
  const edit = page.getByRole('button', { name: 'Edit' });
  await expect(edit).toBeDisabled();
  await edit.focus();
  await expect(page.getByText('Your roles do not grant account_associations.update')).toBeVisible();
  await page.goto(groupUrl(group.uid, '/association?scope=below'));
  await page.route('**/iam/v2beta1/accountAssociations?**', (route) =>
    route.fulfill({ status: 500, json: { code: 13, message: 'Internal error: request x' } }),
  );
  await page.getByRole('radio', { name: 'This group' }).check();
  await expect(page.getByText('The account association could not be loaded')).toBeVisible();
});
