/** A forgotten password, from the sign-in page through the mailbox to a signed-in browser. */
import { expect, OWNER_EMAIL, setUp, startGrove, test } from '../fixtures.ts';
import { startMailServer } from '../support/mail-server.ts';

const NEW_PASSWORD = 'another battery staple';

test('a forgotten password is replaced by a link that comes by e-mail', async ({ page }) => {
  const mail = await startMailServer();
  const grove = await startGrove(mail.settings);
  try {
    await setUp(grove, page.request);

    await page.goto(`${grove.url}/sign-in`);
    await page.getByRole('link', { name: 'Forgot your password?' }).click();
    await expect(page.getByRole('heading', { name: 'Forgot your password?' })).toBeVisible();
    const email = page.getByRole('textbox', { name: 'E-mail' });
    await expect(email).toBeFocused();
    const send = page.getByRole('button', { name: 'Send the link' });
    await email.fill('nobody');
    await send.click();
    await expect(email).toHaveAccessibleDescription('E-mail must be an e-mail address');
    await expect(email).toBeFocused();

    await email.fill(OWNER_EMAIL);
    await send.click();
    await expect(page.getByRole('status')).toContainText(`an account for ${OWNER_EMAIL}`);
    const { to, mail: message } = await mail.next();
    expect(to).toEqual([OWNER_EMAIL]);
    const link = /^\S+\/reset-password#\S+$/m.exec(message.text ?? '')?.[0] ?? '';
    await page.goto(link);
    const password = page.getByLabel('New password');
    await expect(password).toBeFocused();
    await password.fill(NEW_PASSWORD);
    await page.getByRole('button', { name: 'Set password and sign in' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'acme' })).toBeVisible();

    await page.goto('about:blank');
    await page.goto(link);
    await expect(page.getByRole('heading', { name: 'This link cannot be used' })).toBeVisible();
    await page.getByRole('link', { name: 'Ask for another link' }).click();
    await expect(page.getByRole('heading', { name: 'Forgot your password?' })).toBeVisible();
  } finally {
    await page.goto('about:blank');
    await grove.stop();
    await mail.stop();
  }
});

test('without e-mail the page says whom to ask', async ({ page }) => {
  await page.goto('/sign-in');
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  await expect(
    page.getByText(/sends no e-mail. Ask an administrator of your organization/),
  ).toBeVisible();
  await expect(page.getByRole('textbox')).toHaveCount(0);
  await page.getByRole('link', { name: 'Back to sign in' }).click();
  await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible();
});
