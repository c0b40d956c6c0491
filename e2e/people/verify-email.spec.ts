/** The address of one's own account, from the profile through the mailbox and back. */
import {
  expect,
  expectAccessible,
  OWNER_EMAIL,
  OWNER_PASSWORD,
  setUp,
  startGrove,
  test,
} from '../fixtures.ts';
import { startMailServer } from '../support/mail-server.ts';
import type { MailServer } from '../support/mail-server.ts';

/** Notices come in between. */
async function linkIn(mail: MailServer): Promise<string> {
  for (;;) {
    const { to, mail: message } = await mail.next();
    const link = /^\S+\/settings\/profile#\S+$/m.exec(message.text ?? '')?.[0];
    if (link === undefined) continue;
    expect(to).toEqual([OWNER_EMAIL]);
    return link;
  }
}

test('somebody verifies the address of their account', async ({ page }) => {
  const mail = await startMailServer();
  const grove = await startGrove(mail.settings);
  try {
    await setUp(grove, page.request);
    const profile = `${grove.url}/settings/profile`;
    await page.goto(profile);
    await page.getByLabel('E-mail').fill(OWNER_EMAIL);
    await page.getByLabel('Password').fill(OWNER_PASSWORD);
    await page.getByRole('button', { name: 'Sign in' }).click();
    const unverified = page.getByText('Not verified');
    const verify = page.getByRole('button', { name: 'Verify this address' });
    const send = page.getByRole('button', { name: 'Send a verification link' });
    await expect(unverified).toBeVisible();
    await expect(verify).toBeHidden();
    await expectAccessible(page);

    await send.focus();
    await page.keyboard.press('Enter');
    await expect(page.getByText(`A link is on its way to ${OWNER_EMAIL}`)).toBeVisible();
    await expectAccessible(page);
    const link = await linkIn(mail);

    await page.goto('about:blank');
    await page.goto(`${link}x`);
    await verify.click();
    await expect(page.getByText('is not that of a link for your account')).toBeVisible();
    await expectAccessible(page);
    await send.click();
    await expect(page.getByText(`A link is on its way to ${OWNER_EMAIL}`)).toBeVisible();
    await expect(verify).toBeHidden();
    const last = await linkIn(mail);
    expect(last).not.toBe(link);
    // In the same tab, where the link that was refused is.
    await page.goto(last);
    await expect(send).toBeHidden();
    await verify.click();
    await expect(page.getByRole('alertdialog').filter({ hasText: 'verified' })).toBeVisible();
    await expect(unverified).toBeHidden();
    await expectAccessible(page);
    await page.reload();
    await expect(page.getByText(OWNER_EMAIL, { exact: true }).first()).toBeVisible();
    await expect(unverified).toBeHidden();
    await expect(verify).toBeHidden();
  } finally {
    await grove.stop();
    await mail.stop();
  }
});
