import type { Page } from '@playwright/test';
import { expect, expectAccessible, groupUrl, test } from '../fixtures.ts';

const clipboardOf = (page: Page) => page.evaluate(() => navigator.clipboard.readText());

test('what is copied is answered with a tick', async ({ ownerPage: page, grove }) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto(groupUrl(grove.rootUid));
  const json = page.getByRole('region', { name: 'JSON' });
  await json.getByRole('button', { name: 'Copy as curl' }).click();
  const status = json.getByRole('status').filter({ hasText: 'Copied' });
  await expect(status).toBeVisible();
  expect(await clipboardOf(page)).toBe(
    `curl -H "Authorization: Bearer $GROVE_TOKEN" '${grove.url}/iam/v2beta1/groups/${grove.rootUid}'`,
  );
  await expect(status).toBeHidden();

  await page.goto(groupUrl(grove.rootUid, '/edit'));
  const editor = page.getByRole('dialog');
  await editor.getByLabel('Description').fill('copied from the editor');
  await editor.getByRole('button', { name: 'Copy as curl' }).focus();
  await page.keyboard.press('Enter');
  await expect(editor.getByRole('status').filter({ hasText: 'Copied' })).toBeVisible();
  expect(await clipboardOf(page)).toContain('-X PATCH');
});

test('where the browser keeps its clipboard, nothing is said to be copied', async ({
  ownerPage: page,
  grove,
}) => {
  // As on a page over plain HTTP.
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'clipboard', { value: undefined });
  });
  await page.goto(groupUrl(grove.rootUid));
  const json = page.getByRole('region', { name: 'JSON' });
  await json.getByRole('button', { name: 'Copy JSON' }).click();
  await expect(json.getByText('Not copied', { exact: true })).toBeVisible();
  await expect(json.getByRole('status').filter({ hasText: 'Not copied: the' })).toBeVisible();
  const facts = page.getByRole('main').getByRole('button', { name: /^Copy uid/ });
  await facts.first().click();
  await expect(page.getByRole('status').filter({ hasText: 'Not copied: the' })).toHaveCount(2);
  await expectAccessible(page);
});
