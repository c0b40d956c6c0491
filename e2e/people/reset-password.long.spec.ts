import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, type Grove, test } from '../fixtures.ts';
import { makeViewer, signInAs } from '../access/viewer.ts';

const NEW_PASSWORD = 'another battery staple';

/** Runs the command line beside the server. Returns the output. */
async function resetLink(grove: Grove, email: string): Promise<string> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['cli/main.ts', 'passwords', 'reset', email],
    { env: { ...process.env, ...grove.dataSettings } },
  );
  return stdout.trim();
}

test('a forgotten password is replaced by a link from the command line', async ({
  ownerPage: page,
  grove,
}) => {
  const email = await makeViewer(page, grove, grove.rootUid);
  await signInAs(page, email, '/');
  const link = await resetLink(grove, email);
  expect(link).toContain(`${grove.url}/reset-password#grove-reset-`);

  await page.goto(link);
  await expect(page.getByRole('heading', { name: 'Choose a new password' })).toBeVisible();
  await expect(page.getByText(email)).toBeVisible();
  const field = page.getByLabel('New password');
  const rules = page.getByRole('list').getByRole('listitem');
  await expect(field).toBeFocused();
  // The rules are shown before typing, and checked with each key.
  await expect(field).toHaveAccessibleDescription(/12 to 128 characters.*most used passwords/);
  await expect(rules.filter({ hasText: 'met' })).toHaveCount(0);
  await field.fill('Password1234!');
  await expect(rules.filter({ hasText: /^12 to 128 .*, met$/ })).toBeVisible();
  await expect(rules.filter({ hasText: /most used.*, not met$/ })).toBeVisible();
  await field.fill('acme acme 2026');
  await expect(rules.filter({ hasText: /organization.*, not met$/ })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(field).toBeFocused();
  await expect(field).toHaveAccessibleDescription(/must have 12 characters beside words/);

  await field.fill(NEW_PASSWORD);
  await expect(rules.filter({ hasText: /, met$/ })).toHaveCount(3);
  await page.getByRole('button', { name: 'Set password and sign in' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'acme' })).toBeVisible();

  await page.goto(link);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'This link cannot be used' })).toBeVisible();
  await expect(page.getByText('the link was used or replaced')).toBeVisible();
});

test('a link without its code says so', async ({ page }) => {
  await page.goto('/reset-password');
  await expect(page.getByRole('heading', { name: 'This link is incomplete' })).toBeVisible();
});
