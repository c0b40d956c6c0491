import type { Page } from '@playwright/test';
import {
  expect,
  groupUrl,
  ORGANIZATION,
  OWNER_EMAIL,
  OWNER_PASSWORD,
  setUp,
  test,
} from '../fixtures.ts';
import { whenReady } from '../support/ready-page.ts';

const REFUSAL = 'The e-mail address or the password is wrong.';

test.describe('the first run', () => {
  test(
    'makes the organization and its owner, signs in, and says what to do first',
    { tag: '@postgres' },
    async ({ page, freshGrove }) => {
      await page.goto(freshGrove.setupLink);
      await expect(page.getByRole('heading', { name: 'Welcome to Grove' })).toBeVisible();

      await page.getByRole('textbox', { name: 'Organization' }).fill('Not Allowed!');
      await page.getByRole('textbox', { name: 'Your e-mail' }).fill('nobody');
      await page.getByRole('textbox', { name: 'Password' }).fill('short');
      await page.getByRole('button', { name: 'Create organization' }).click();
      for (const label of ['Organization', 'Your e-mail', 'Password']) {
        await expect(page.getByRole('textbox', { name: label })).toHaveAttribute(
          'aria-invalid',
          'true',
        );
        await expect(page.getByRole('textbox', { name: label })).toHaveAccessibleDescription(/\S/);
      }
      await expect(page.getByRole('textbox', { name: 'Organization' })).toBeFocused();

      await page.getByRole('textbox', { name: 'Organization' }).fill(ORGANIZATION);
      await page.getByRole('textbox', { name: 'Your e-mail' }).fill(OWNER_EMAIL);
      await page.getByRole('textbox', { name: 'Password' }).fill(OWNER_PASSWORD);
      await page.getByRole('button', { name: 'Create organization' }).click();
      await expect(page.getByRole('heading', { level: 1, name: ORGANIZATION })).toBeVisible();
      await expect(page).toHaveURL(/\/groups\/[0-9a-f]{40}$/);

      await page.waitForLoadState('networkidle');
      const steps = page.getByRole('region', { name: 'First steps' });
      await expect(steps.getByText('0 of 6 done')).toBeVisible();
      await steps.getByRole('link', { name: 'New group' }).click();
      const sheet = page.getByRole('dialog', { name: 'New group' });
      await sheet.getByRole('textbox', { name: 'Name' }).fill('platform');
      await sheet.getByRole('button', { name: 'Create group' }).click();
      await expect(sheet).toBeHidden();
      await page.goto(freshGrove.url);
      await expect(steps.getByText('1 of 6 done')).toBeVisible();
      await expect(steps.getByText('Create a group, done')).toBeVisible();
      await expect(steps.getByRole('link', { name: 'New group' })).toHaveCount(0);
      await page.waitForLoadState('networkidle');
      await steps.getByRole('button', { name: 'Hide first steps' }).click();
      await expect(steps).toBeHidden();
      await page.goto(freshGrove.setupLink);
      await expect(page.getByRole('heading', { name: 'This group', exact: true })).toBeVisible();
      await expect(steps).toBeHidden();
      await expect(page).toHaveURL(/\/groups\/[0-9a-f]{40}#/);
    },
  );

  test(
    'tells where the link is to whoever comes without it',
    { tag: '@long' },
    async ({ page, freshGrove }) => {
      await page.goto(freshGrove.url);
      await expect(
        page.getByRole('heading', { name: 'Grove is ready to be set up' }),
      ).toBeVisible();

      await page.goto(`${freshGrove.url}/welcome`);
      await expect(page.getByRole('heading', { name: 'This link is incomplete' })).toBeVisible();
      await page.getByRole('link', { name: 'What to do' }).click();
      await expect(
        page.getByRole('heading', { name: 'Grove is ready to be set up' }),
      ).toBeVisible();
    },
  );

  test('refuses another link', { tag: '@long' }, async ({ page, freshGrove }) => {
    await page.goto(`${freshGrove.url}/welcome#guessed`);
    await page.getByRole('textbox', { name: 'Organization' }).fill(ORGANIZATION);
    await page.getByRole('textbox', { name: 'Your e-mail' }).fill(OWNER_EMAIL);
    await page.getByRole('textbox', { name: 'Password' }).fill(OWNER_PASSWORD);
    await page.getByRole('button', { name: 'Create organization' }).click();
    await expect(page.getByRole('main').getByRole('alert')).toContainText('link in the terminal');
  });
});

test.describe('signing in', () => {
  const signIn = async (page: Page, password = OWNER_PASSWORD) => {
    await page.getByRole('textbox', { name: 'E-mail' }).fill(OWNER_EMAIL);
    await page.getByRole('textbox', { name: 'Password' }).fill(password);
    await page.getByRole('button', { name: 'Sign in' }).click();
  };

  test('is refused with a wrong password, and opens the requested page afterwards', async ({
    page,
    grove,
  }) => {
    const wanted = groupUrl(grove.rootUid, '/children?page_size=25');
    await page.goto(wanted);
    await expect(page).toHaveURL(/\/sign-in\?callbackUrl=/);
    await signIn(page, 'wrong password');
    await expect(page.getByRole('main').getByRole('alert')).toHaveText(REFUSAL);
    await expect(page.getByRole('textbox', { name: 'Password' })).toBeFocused();
    await signIn(page);
    await expect(page).toHaveURL(grove.url + wanted);
    await expect(page.getByRole('heading', { level: 1, name: ORGANIZATION })).toBeVisible();

    await page.goto('/sign-in');
    await expect(page.getByRole('heading', { level: 1, name: ORGANIZATION })).toBeVisible();
  });

  // A new session, because this test ends it.
  test('signs out, from the menu and from the palette', async ({ page, grove }) => {
    await page.goto('/sign-in');
    await signIn(page);
    await expect(page.getByRole('heading', { level: 1, name: ORGANIZATION })).toBeVisible();
    await page.goto('/');
    await page.getByRole('button', { name: 'Account' }).click();
    await expect(page.getByRole('menu', { name: 'Account' })).toBeVisible();
    await expect(
      page.getByRole('dialog', { name: 'Account' }).getByText(OWNER_EMAIL),
    ).toBeVisible();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();

    await page.goto(groupUrl(grove.rootUid));
    await expect(page).toHaveURL(/\/sign-in/);
    await signIn(page);
    await expect(page.getByRole('heading', { level: 1, name: ORGANIZATION })).toBeVisible();
    await whenReady(page);
    await page.getByRole('button', { name: 'Search or go to' }).click();
    await page.getByRole('searchbox').fill('sign out');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  });

  test(
    'refuses in the same words whichever part was wrong, then makes one wait',
    { tag: '@long' },
    async ({ page, freshGrove }) => {
      await setUp(freshGrove, page.request);
      const alert = page.getByRole('main').getByRole('alert');
      await page.goto(`${freshGrove.url}/sign-in`);
      await page.getByRole('textbox', { name: 'E-mail' }).fill('stranger@acme.example');
      await page.getByRole('textbox', { name: 'Password' }).fill(OWNER_PASSWORD);
      await page.getByRole('button', { name: 'Sign in' }).click();
      await expect(alert).toHaveText(REFUSAL);
      await expect(page.getByRole('textbox', { name: 'Password' })).toBeFocused();

      // Each failure after the fifth doubles the wait. A few of them make a visible one.
      const asked = await page.request.get(`${freshGrove.url}/api/auth/csrf`);
      const { csrfToken } = (await asked.json()) as { csrfToken: string };
      const form = { csrfToken, email: OWNER_EMAIL, password: 'wrong password', json: 'true' };
      for (let failures = 0; failures < 5; failures += 1) {
        await page.request.post(`${freshGrove.url}/api/auth/callback/credentials`, { form });
      }
      let seconds = 0;
      while (seconds < 4) {
        await signIn(page, 'wrong password');
        await expect(alert).toHaveText(/is wrong|Try again in \d+ s\./);
        seconds = Number(/in (\d+) s/.exec((await alert.textContent()) ?? '')?.[1] ?? 0);
      }
      await expect(page.getByRole('button', { name: 'Sign in' })).toHaveAttribute(
        'aria-disabled',
        'true',
      );
    },
  );
});
