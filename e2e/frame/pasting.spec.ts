import type { Locator, Page } from '@playwright/test';
import { expect, groupUrl, test } from '../fixtures.ts';

async function paste(page: Page, field: Locator, text: string): Promise<void> {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.evaluate((copied) => navigator.clipboard.writeText(copied), text);
  await field.press('ControlOrMeta+a');
  await field.press('ControlOrMeta+v');
}

test('blanks around a pasted address are removed', async ({ ownerPage: page, grove }) => {
  await page.goto(groupUrl(grove.rootUid, '/identities/new'));
  const sheet = page.getByRole('dialog', { name: /identity/i });
  const issuer = sheet.getByLabel('Issuer', { exact: true });
  await paste(page, issuer, ' \thttps://login.example.com\n ');
  await expect(issuer).toHaveValue('https://login.example.com');
  const subject = sheet.getByLabel('Subject', { exact: true });
  await paste(page, subject, '  deploy to  production ');
  await expect(subject).toHaveValue('deploy to  production');
  // The audience is empty without its blanks, so a token for this installation matches.
  const audience = sheet.getByRole('textbox', { name: /^Audience/ });
  await paste(page, audience, '   ');
  await expect(audience).toHaveValue('');
});

test(
  'a blank that is typed stays until the field is left',
  { tag: '@long' },
  async ({ ownerPage: page, grove }) => {
    await page.goto(groupUrl(grove.rootUid, '/identities/new'));
    const subject = page.getByRole('dialog').getByLabel('Subject', { exact: true });
    await subject.pressSequentially('environment: prod eu ');
    await expect(subject).toHaveValue('environment: prod eu ');
    await subject.press('Tab');
    await expect(subject).toHaveValue('environment: prod eu');
  },
);

test('a password keeps its blanks', { tag: '@long' }, async ({ ownerPage: page, grove }) => {
  await page.goto(groupUrl(grove.rootUid, '/repos/source/edit'));
  const password = page.getByRole('dialog').getByLabel(/^Password/);
  await paste(page, password, ' secret ');
  await password.press('Tab');
  await expect(password).toHaveValue(' secret ');
});
