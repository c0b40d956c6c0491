/** The e-mail address of one's own account: verified and changed by links. */
import type { Page } from '@playwright/test';
import {
  expect,
  type Grove,
  OWNER_EMAIL,
  OWNER_PASSWORD,
  setUp,
  startGrove,
  test,
} from '../fixtures.ts';
import { startMailServer } from '../support/mail-server.ts';
import type { MailServer } from '../support/mail-server.ts';
import { forgetSession, whenReady } from '../support/ready-page.ts';

/** Skips notices. */
async function linkIn(mail: MailServer, address = OWNER_EMAIL): Promise<string> {
  for (;;) {
    const { to, mail: message } = await mail.next();
    const link = /^\S+\/settings\/profile#\S+$/m.exec(message.text ?? '')?.[0];
    if (link === undefined) continue;
    expect(to).toEqual([address]);
    return link;
  }
}

async function toProfile(
  page: Page,
  grove: Pick<Grove, 'url'>,
  email = OWNER_EMAIL,
): Promise<void> {
  await page.goto(`${grove.url}/settings/profile`);
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password').fill(OWNER_PASSWORD);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.waitForURL('**/settings/profile');
  await whenReady(page);
}

test('somebody verifies the address of their account', async ({ page }) => {
  const mail = await startMailServer();
  const grove = await startGrove(mail.settings);
  try {
    await setUp(grove, page.request);
    await toProfile(page, grove);
    const unverified = page.getByText('Not verified');
    const verify = page.getByRole('button', { name: 'Verify this address' });
    const send = page.getByRole('button', { name: 'Send a verification link' });
    await expect(unverified).toBeVisible();
    await expect(verify).toBeHidden();

    await send.focus();
    await page.keyboard.press('Enter');
    await expect(page.getByText(`A link is on its way to ${OWNER_EMAIL}`)).toBeVisible();
    const link = await linkIn(mail);

    await page.goto('about:blank');
    await page.goto(`${link}x`);
    await verify.click();
    await expect(page.getByText('something has changed since it was sent')).toBeVisible();
    await send.click();
    await expect(page.getByText(`A link is on its way to ${OWNER_EMAIL}`)).toBeVisible();
    await expect(verify).toBeHidden();
    const last = await linkIn(mail);
    expect(last).not.toBe(link);
    // The tab still shows the refused link.
    await page.goto(last);
    await expect(send).toBeHidden();
    await verify.click();
    await expect(page.getByRole('alertdialog').filter({ hasText: 'verified' })).toBeVisible();
    await expect(unverified).toBeHidden();
    await page.reload();
    await expect(page.getByText(OWNER_EMAIL, { exact: true }).first()).toBeVisible();
    await expect(unverified).toBeHidden();
    await expect(verify).toBeHidden();
  } finally {
    await grove.stop();
    await mail.stop();
  }
});

test('somebody changes the address of their account, and both addresses agree', async ({
  page,
}) => {
  const newEmail = 'ada.of.the.difference.engine@a-rather-long-name-of-a-department.acme.example';
  const mail = await startMailServer();
  const grove = await startGrove(mail.settings);
  try {
    await setUp(grove, page.request);
    await toProfile(page, grove);
    await page.getByRole('button', { name: 'Change e-mail address' }).click();
    await expect(page.getByText('A link goes to the new address.')).toBeVisible();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Send a verification link' }).click();
    await page.goto(await linkIn(mail));
    await page.getByRole('button', { name: 'Verify' }).click();
    await expect(page.getByText('Not verified')).toBeHidden();
    await page.getByRole('button', { name: 'Change e-mail address' }).click();
    const field = page.getByLabel('New e-mail address');
    await expect(field).toBeFocused();
    await field.fill(OWNER_EMAIL);
    await field.press('Enter');
    await expect(page.getByText('is your address already')).toBeVisible();
    await field.fill(newEmail);
    await field.press('Enter');
    await expect(page.getByText(`A link is on its way to ${OWNER_EMAIL}`)).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog')).toBeHidden();

    const first = await linkIn(mail);
    await page.goto('about:blank');
    await page.goto(first);
    await expect(page.getByText('Do you want to change your address to')).toContainText(newEmail);
    await page.getByRole('button', { name: 'Agree' }).click();
    await expect(page.getByText(`A link is on its way to ${newEmail}`)).toBeVisible();

    // The tab still shows the first link.
    await page.goto(await linkIn(mail, newEmail));
    await page.getByRole('button', { name: 'Change my address' }).click();
    await expect(
      page.getByRole('alertdialog').filter({ hasText: 'E-mail address changed' }),
    ).toBeVisible();
    await expect(page.getByText(newEmail, { exact: true }).first()).toBeVisible();
    await expect(page.getByText('Not verified')).toBeHidden();

    await page.goto('about:blank');
    await page.goto(first);
    await expect(page.getByText('The address was not changed')).toBeVisible();
    await forgetSession(page);
    await toProfile(page, grove, newEmail);
    await expect(page.getByText(newEmail, { exact: true }).first()).toBeVisible();
  } finally {
    await grove.stop();
    await mail.stop();
  }
});
