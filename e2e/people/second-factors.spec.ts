import type { Page } from '@playwright/test';
import { generateSync } from 'otplib/functional';
import { confirmSessions, expect, type Grove, OWNER_PASSWORD, test } from '../fixtures.ts';
import { makeViewer, signInAs } from '../access/viewer.ts';
import { forgetSession, whenReady } from '../support/ready-page.ts';
import { addAppByApi } from './second-factor.ts';

const SECURITY = '/settings/security';
const STEP_S = 30;

/** A new person, signed in on the page. */
async function asSomebody(page: Page, grove: Grove): Promise<string> {
  const email = await makeViewer(page, grove, grove.rootUid);
  await signInAs(page, email, SECURITY);
  await expect(page.getByText('Your password alone signs you in')).toBeVisible();
  return email;
}

/** The code of the time step `steps` after the current one. The server accepts one step more or less. */
const codeOf = (secret: string, steps: number) =>
  generateSync({ secret, epoch: Math.floor(Date.now() / 1000) + steps * STEP_S });

/** Names the app and goes to the step with the key, which it returns. */
async function begin(page: Page, name: string): Promise<string> {
  await page.getByRole('button', { name: 'Add authenticator app' }).click();
  await expect(page.getByLabel('Name')).toBeFocused();
  await page.getByLabel('Name').fill(name);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('img', { name: /QR code/ })).toBeVisible();
  return page.getByRole('button', { name: /^Copy key/ }).innerText();
}

/** Gives the password in a browser without a session. */
async function givePassword(page: Page, email: string): Promise<void> {
  await forgetSession(page);
  await page.goto(`/sign-in?callbackUrl=${encodeURIComponent(SECURITY)}`);
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password').fill(OWNER_PASSWORD);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByLabel('Code')).toBeFocused();
}

const apps = (page: Page) =>
  page.getByRole('list', { name: 'Authenticator apps' }).getByRole('listitem');

test('an app is added, and its recovery codes are saved', async ({ ownerPage: page, grove }) => {
  await asSomebody(page, grove);
  const secret = await begin(page, 'phone of Ada');
  await page.getByLabel('Code').fill('1');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByLabel('Code')).toHaveAccessibleDescription(/^Wrong code/);
  await page.getByLabel('Code').fill(codeOf(secret, 0));
  await page.getByLabel('Code').press('Enter');
  const list = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
  await expect(list).toHaveCount(10);
  const finish = page.getByRole('button', { name: 'Finish' });
  await expect(finish).toBeDisabled();
  await page.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('button', { name: 'Back to the codes' }).click();
  await page.getByRole('checkbox', { name: 'I have saved these codes' }).check();
  await finish.click();
  await expect(apps(page)).toContainText('phone of Ada');
  await expect(apps(page)).toContainText('Not used yet');
  await expect(page.getByRole('button', { name: 'Add authenticator app' })).toBeFocused();
});

test('a code of the app is asked for at sign-in', async ({ ownerPage: page, grove }) => {
  const email = await asSomebody(page, grove);
  const { secret } = await addAppByApi(page, grove, 'phone');
  await givePassword(page, email);
  await page.getByLabel('Code').fill('000 000');
  await page.getByLabel('Code').press('Enter');
  await expect(page.getByRole('main').getByRole('alert')).toContainText(
    'Wrong code. Try the next one.',
  );
  const code = codeOf(secret, 1);
  await page.getByLabel('Code').fill(code.replace(/^.../, '$& '));
  await expect(page.getByLabel('Code')).toHaveValue(code);
  await page.getByLabel('Code').press('Enter');
  await expect(page).toHaveURL(SECURITY);
  await expect(apps(page)).toContainText('Last used');
});

test(
  'a recovery code stands in for the app, and all are replaced',
  { tag: '@long' },
  async ({ ownerPage: page, grove }) => {
    const email = await asSomebody(page, grove);
    const { recoveryCodes } = await addAppByApi(page, grove, 'phone');
    await givePassword(page, email);
    await page.getByRole('button', { name: 'Use a recovery code' }).click();
    await expect(page.getByLabel('Recovery code')).toBeFocused();
    await page.getByLabel('Recovery code').fill(recoveryCodes[0]?.toLowerCase() ?? '');
    await page.getByLabel('Recovery code').press('Enter');
    await expect(page).toHaveURL(SECURITY);
    await expect(page.getByText('9 of 10 left')).toBeVisible();
    await whenReady(page);

    await page.getByRole('button', { name: 'Create new recovery codes' }).click();
    await page.getByRole('button', { name: 'Create codes' }).click();
    await page.getByRole('checkbox', { name: 'I have saved these codes' }).check();
    await page.getByRole('button', { name: 'Replace the earlier codes' }).click();
    await expect(page.getByText('10 of 10 left')).toBeVisible();
  },
);

test(
  'an app is renamed, and removed with the recovery codes',
  { tag: '@long' },
  async ({ ownerPage: page, grove }) => {
    const email = await asSomebody(page, grove);
    await addAppByApi(page, grove, 'phone');
    await page.reload();
    await page.getByRole('button', { name: 'Rename phone' }).click();
    const name = page.getByRole('dialog', { name: 'Rename phone' }).getByLabel('Name');
    await expect(name).toHaveValue('phone');
    await name.fill('old phone');
    await name.press('Enter');
    await expect(apps(page)).toContainText('old phone');
    await expect(page.getByRole('button', { name: 'Rename old phone' })).toBeFocused();

    await page.getByRole('button', { name: 'Remove old phone' }).click();
    const question = page.getByRole('alertdialog', { name: 'Remove old phone?' });
    await expect(question).toContainText('your recovery codes no longer work');
    await question.getByRole('button', { name: 'Remove app' }).click();
    await expect(page.getByText('Your password alone signs you in')).toBeVisible();
    await signInAs(page, email, SECURITY);
    await expect(page).toHaveURL(SECURITY);
  },
);

test(
  'changes ask to confirm who one is after a while, and go on',
  { tag: '@long' },
  async ({ ownerPage: page, grove }) => {
    await asSomebody(page, grove);
    await confirmSessions(grove, new Date(Date.now() - 15 * 60_000));
    await page.getByRole('button', { name: 'Add authenticator app' }).click();
    await page.getByLabel('Name').fill('phone');
    await page.getByRole('button', { name: 'Continue' }).click();
    const password = page.getByLabel('Current password');
    await expect(password).toBeFocused();
    await password.fill('not my password');
    await password.press('Enter');
    await expect(password).toHaveAccessibleDescription(/^Wrong password/);
    await password.fill(OWNER_PASSWORD);
    await password.press('Enter');
    await expect(page.getByRole('img', { name: /QR code/ })).toBeVisible();
  },
);

test(
  'a second step that has ended begins with the password again',
  { tag: '@long' },
  async ({ ownerPage: page, grove }) => {
    const email = await asSomebody(page, grove);
    const { secret } = await addAppByApi(page, grove, 'phone');
    await givePassword(page, email);
    await page.context().clearCookies();
    await page.getByLabel('Code').fill(codeOf(secret, 1));
    await page.getByLabel('Code').press('Enter');
    await expect(page.getByRole('main').getByRole('alert')).toContainText('Sign in again');
    await expect(page.getByLabel('Password')).toBeVisible();
  },
);

test(
  'the list of factors says why it is not there',
  { tag: '@long' },
  async ({ ownerPage: page }) => {
    await page.route('**/auth/v1/secondFactors', (route) =>
      route.fulfill({ status: 500, json: { code: 13, message: 'Internal error: request x' } }),
    );
    await page.goto(SECURITY);
    await expect(page.getByText('Your second factors could not be loaded')).toBeVisible();
  },
);
