/** The steps and dialogs of one's own account, and the second step of a sign-in. */
import { generateSync } from 'otplib/functional';
import type { Page } from '@playwright/test';
import { makeViewer, signInAs } from '../access/viewer.ts';
import { confirmSessions, expect, type Grove, OWNER_PASSWORD, test } from '../fixtures.ts';
import { addAppByApi } from '../people/second-factor.ts';
import { look } from '../support/look.ts';
import { forgetSession } from '../support/ready-page.ts';

test.describe.configure({ mode: 'parallel' });

const SECURITY = '/settings/security';

async function asSomebody(page: Page, grove: Grove, path = SECURITY): Promise<string> {
  const email = await makeViewer(page, grove, grove.rootUid);
  await signInAs(page, email, path);
  return email;
}

test('the steps of adding an authenticator app', async ({ ownerPage: page, grove }) => {
  await asSomebody(page, grove);
  await page.getByRole('button', { name: 'Add authenticator app' }).click();
  await page.getByLabel('Name').fill('phone');
  await look(page);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('img', { name: /QR code/ })).toBeVisible();
  await page.getByLabel('Code').fill('1');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByLabel('Code')).toHaveAccessibleDescription(/^Wrong code/);
  await look(page);
  const secret = await page.getByRole('button', { name: /^Copy key/ }).innerText();
  await page.getByLabel('Code').fill(generateSync({ secret }));
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('list', { name: 'Recovery codes' })).toBeVisible();
  await look(page);
});

test('the list of second factors', async ({ ownerPage: page, grove }) => {
  await asSomebody(page, grove);
  await addAppByApi(page, grove, 'phone');
  await page.reload();
  await expect(page.getByText('10 of 10 left')).toBeVisible();
  await look(page);
  await page.getByRole('button', { name: 'Rename phone' }).click();
  await expect(page.getByRole('dialog', { name: 'Rename phone' })).toBeVisible();
  await look(page);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Remove phone' }).click();
  await expect(page.getByRole('alertdialog', { name: 'Remove phone?' })).toBeVisible();
  await look(page);
});

test('the second step of signing in, and its recovery code', async ({ ownerPage: page, grove }) => {
  const email = await asSomebody(page, grove);
  await addAppByApi(page, grove, 'phone');
  await forgetSession(page);
  await page.goto('/sign-in');
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password').fill(OWNER_PASSWORD);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByLabel('Code').fill('000000');
  await page.getByLabel('Code').press('Enter');
  await expect(page.getByRole('main').getByRole('alert')).toContainText('Wrong code');
  await look(page);
  await page.getByRole('button', { name: 'Use a recovery code' }).click();
  await expect(page.getByLabel('Recovery code')).toBeFocused();
  await look(page);
});

test('the confirmation of a sign-in', async ({ ownerPage: page, grove }) => {
  await asSomebody(page, grove);
  await page.getByRole('button', { name: 'Add passkey' }).click();
  await page.getByLabel('Name').fill('laptop');
  await look(page);
  await confirmSessions(grove, new Date(Date.now() - 15 * 60_000));
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByLabel('Current password')).toBeFocused();
  await look(page);
});

test('sessions, and the question before one ends', async ({ ownerPage: page, grove }) => {
  const email = await asSomebody(page, grove);
  await page.context().clearCookies();
  await signInAs(page, email, '/settings/sessions');
  await expect(page.getByRole('list', { name: 'Sessions' }).getByRole('listitem')).toHaveCount(2);
  await look(page);
  await page.getByRole('button', { name: 'Sign out everywhere else' }).click();
  await expect(page.getByRole('alertdialog')).toBeVisible();
  await look(page);
});

test('a new password that is too short', async ({ ownerPage: page, grove }) => {
  await asSomebody(page, grove, '/settings/password');
  await page.getByLabel('Current password').fill('not mine at all');
  await page.getByLabel('New password').fill('short');
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByLabel('New password')).toBeFocused();
  await look(page);
});

test('dark and compact, as chosen', async ({ ownerPage: page }) => {
  await page.goto('/settings/appearance');
  await page.getByRole('radio', { name: 'Dark' }).check();
  await page.getByRole('radio', { name: 'Compact' }).check();
  await expect(page.locator('html')).toHaveAttribute('data-density', 'compact');
  await look(page);
});
