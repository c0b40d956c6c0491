import type { Page } from '@playwright/test';
import { expect, type Grove, groupUrl, OWNER_PASSWORD, test } from '../fixtures.ts';
import { makeViewer, signInAs } from '../access/viewer.ts';
import { inOtherBrowser } from '../support/other-browser.ts';

const NEW_PASSWORD = 'another battery staple';

/** A new person, signed in on the page, so that ending sessions affects nobody else. */
async function asSomebody(page: Page, grove: Grove): Promise<string> {
  const email = await makeViewer(page, grove, grove.rootUid);
  await signInAs(page, email, groupUrl(grove.rootUid));
  await expect(page.getByRole('heading', { level: 1, name: 'acme' })).toBeVisible();
  return email;
}

/** The same person in another browser. */
async function elsewhere(page: Page, grove: Grove, email: string): Promise<Page> {
  const other = await inOtherBrowser(page, {
    baseURL: grove.url,
    userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  });
  await signInAs(other, email, groupUrl(grove.rootUid));
  await expect(other.getByRole('heading', { level: 1, name: 'acme' })).toBeVisible();
  return other;
}

const sessions = (page: Page) => page.getByRole('list', { name: 'Sessions' }).getByRole('listitem');

test('the profile shows the person and their access', async ({ ownerPage: page, grove }) => {
  await page.goto(groupUrl(grove.rootUid));
  await page.getByRole('button', { name: 'Account' }).click();
  await page.getByRole('menuitem', { name: 'Settings' }).click();
  await expect(page).toHaveURL('/settings/profile');
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
  const access = page.getByRole('region', { name: 'Where you have access' });
  const own = access.getByRole('listitem').filter({ hasText: 'owner on acme' });
  await expect(own.first()).toBeVisible();
  await expect(page.getByRole('button', { name: /^Copy e-mail/ })).toHaveText('ada@acme.example');
  await page.getByRole('link', { name: 'Change it' }).click();
  await expect(page).toHaveURL('/settings/password');
});

test('sessions are ended one by one and all at once', async ({ ownerPage: page, grove }) => {
  const email = await asSomebody(page, grove);
  const one = await elsewhere(page, grove, email);
  const two = await elsewhere(page, grove, email);
  await page.goto('/settings/sessions');
  await expect(sessions(page)).toHaveCount(3);
  await expect(sessions(page).first()).toContainText('This browser');
  await expect(sessions(page).nth(1)).toContainText('Firefox on Linux');

  // The most recently seen session is listed first.
  await sessions(page)
    .nth(1)
    .getByRole('button', { name: /^Sign out/ })
    .click();
  const question = page.getByRole('alertdialog', { name: 'Sign out Firefox on Linux?' });
  await question.getByRole('button', { name: 'Sign out there' }).click();
  await expect(sessions(page)).toHaveCount(2);
  await page.getByRole('button', { name: 'Sign out everywhere else' }).click();
  const all = page.getByRole('alertdialog', { name: 'Sign out everywhere else?' });
  await expect(all).toContainText('1 other session ends');
  await all.getByRole('button', { name: 'Sign out everywhere else' }).click();
  await expect(sessions(page)).toHaveCount(1);
  await expect(page.getByRole('button', { name: 'Sign out everywhere else' })).toBeDisabled();

  for (const other of [one, two]) {
    await other.goto('/settings/sessions');
    await expect(other).toHaveURL(/\/sign-in/);
    await other.context().close();
  }
  await page.reload();
  await expect(sessions(page)).toHaveCount(1);
});

test(
  'the list of sessions says why it is not there',
  { tag: '@long' },
  async ({ ownerPage: page }) => {
    await page.route('**/auth/v1/sessions', (route) =>
      route.fulfill({ status: 500, json: { code: 13, message: 'Internal error: request x' } }),
    );
    await page.goto('/settings/sessions');
    await expect(page.getByText('Your sessions could not be loaded')).toBeVisible();
  },
);

test(
  'a new password holds, and ends other sessions',
  { tag: '@long' },
  async ({ ownerPage: page, grove }) => {
    const email = await asSomebody(page, grove);
    const other = await elsewhere(page, grove, email);
    await page.goto('/settings/password');
    const change = page.getByRole('button', { name: 'Change password' });
    await expect(change).toBeDisabled();
    await page.getByLabel('Current password').fill('not mine at all');
    await page.getByLabel('New password').fill('short');
    await change.click();
    await expect(page.getByLabel('New password')).toBeFocused();
    await expect(page.getByLabel('New password')).toHaveAccessibleDescription(/12 to 128/);
    await page.getByLabel('New password').fill(NEW_PASSWORD);
    await page.keyboard.press('Enter');
    await expect(page.getByLabel('Current password')).toBeFocused();
    await expect(page.getByLabel('Current password')).toHaveAccessibleDescription(
      /^Wrong password/,
    );
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type(OWNER_PASSWORD);
    await page.keyboard.press('Enter');
    await expect(page.getByText('Password changed')).toBeVisible();
    await expect(page.getByLabel('New password')).toHaveValue('');

    await other.goto('/settings/password');
    await expect(other).toHaveURL(/\/sign-in/);
    await other.getByLabel('E-mail').fill(email);
    await other.getByLabel('Password').fill(NEW_PASSWORD);
    await other.getByRole('button', { name: 'Sign in', exact: true }).click();
    await expect(other).toHaveURL('/settings/password');
    await other.context().close();
  },
);

test(
  'theme and rows hold at once, and after a reload',
  { tag: '@long' },
  async ({ ownerPage: page }) => {
    await page.goto('/settings/appearance');
    const theme = page.getByRole('radiogroup', { name: 'Theme' });
    await theme.getByRole('radio', { name: 'System' }).focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
    await page.getByRole('radio', { name: 'Compact' }).check();
    await expect(page.locator('html')).toHaveAttribute('data-density', 'compact');
    await page.reload();
    await expect(theme.getByRole('radio', { name: 'Dark' })).toBeChecked();
    await expect(page.getByRole('radio', { name: 'Compact' })).toBeChecked();
  },
);
