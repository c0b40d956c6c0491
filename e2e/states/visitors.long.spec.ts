/** The screens of a person who is not signed in. */
import { builtInRole } from '#lib/resources/built-in-roles.ts';
import { expect, makeGroup, OWNER_EMAIL, test } from '../fixtures.ts';
import { look } from '../support/look.ts';
import { forgetSession } from '../support/ready-page.ts';

test.describe.configure({ mode: 'parallel' });

test('a sign-in that was refused, and one that has to wait', async ({ page }) => {
  await page.goto('/sign-in?error=Callback');
  const alert = page.getByRole('main').getByRole('alert');
  await expect(alert).toContainText('failed');
  await look(page);
  await page.getByLabel('E-mail').fill('stranger@acme.example');
  await page.getByLabel('Password').fill('not the password');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(alert).toHaveText('The e-mail address or the password is wrong.');
  await look(page);
});

for (const [path, heading] of [
  ['/reset-password', 'This link is incomplete'],
  ['/reset-password#grove-reset-0000000000000000.guessed', 'This link cannot be used'],
  ['/join#grove-inv-0000000000000000.guessed', 'This invite cannot be used'],
  ['/forgot-password', 'Forgot your password?'],
] as const) {
  test(`${path}: ${heading}`, async ({ page }) => {
    await page.goto(path);
    await expect(page.getByRole('heading', { name: heading })).toBeVisible();
    await look(page);
  });
}

test('an invite, and an account that is not accepted', async ({ ownerPage: page, grove }) => {
  const { uid } = await makeGroup(page, grove, grove.rootUid);
  const made = await page.request.post(`/iam/v2beta1/groupInvites/${uid}`, {
    data: { roleUid: builtInRole('viewer').uid, ttl: '3600s' },
    headers: { origin: grove.url, 'sec-fetch-site': 'same-origin' },
  });
  const { code } = (await made.json()) as { code: string };
  await page.goto(`/join#${code}`);
  await expect(page.getByRole('button', { name: `Join as ${OWNER_EMAIL}` })).toBeVisible();
  await look(page);
  await forgetSession(page);
  await page.goto(`/join#${code}`);
  await expect(page.getByRole('heading', { name: /^Join / })).toBeVisible();
  await look(page);
  await page.getByRole('textbox', { name: 'Password' }).fill('short');
  await page.getByRole('button', { name: 'Create account and join' }).click();
  await expect(page.getByRole('textbox', { name: 'Your name' })).toHaveAttribute(
    'aria-invalid',
    'true',
  );
  await look(page);
});
