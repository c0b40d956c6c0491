/** An installation that is new, has a name and a picture, sends e-mail and prefers providers. */
import { expect, OWNER_EMAIL, setUp, signIn, startGrove, test } from '../fixtures.ts';
import { look } from '../support/look.ts';
import { startMailServer } from '../support/mail-server.ts';
import { forgetSession } from '../support/ready-page.ts';

test('from the first page to the account of its owner', async ({ page }) => {
  const mail = await startMailServer();
  const grove = await startGrove({
    ...mail.settings,
    GROVE_NAME: 'Acme Platform',
    GROVE_PICTURE: 'public/apple-touch-icon.png',
  });
  await page.goto(`${grove.url}/welcome`);
  await expect(page.getByRole('heading', { name: 'This link is incomplete' })).toBeVisible();
  await look(page);
  await page.goto(grove.url);
  await expect(page.getByRole('heading', { name: 'Grove is ready to be set up' })).toBeVisible();
  await look(page);
  await page.goto(grove.setupLink);
  await page.getByRole('textbox', { name: 'Organization' }).fill('Not Allowed!');
  await page.getByRole('button', { name: 'Create organization' }).click();
  await expect(page.getByRole('textbox', { name: 'Organization' })).toBeFocused();
  await look(page);

  const root = await setUp(grove, page.request);
  await signIn(page.request, grove);
  await page.goto(`${grove.url}/groups/${root}`);
  await expect(page.getByRole('region', { name: 'First steps' })).toBeVisible();
  await look(page);
  await page.goto(`${grove.url}/settings/profile`);
  await page.getByRole('button', { name: 'Send a verification link' }).click();
  await expect(page.getByText(`A link is on its way to ${OWNER_EMAIL}`)).toBeVisible();
  await look(page);
  await page.getByRole('button', { name: 'Change e-mail address' }).click();
  await page.getByLabel('New e-mail address').fill(OWNER_EMAIL);
  await page.getByLabel('New e-mail address').press('Enter');
  await expect(page.getByText('is your address already')).toBeVisible();
  await look(page);

  await forgetSession(page);
  await page.goto(`${grove.url}/forgot-password`);
  await page.getByLabel('E-mail').fill('nobody');
  await page.getByRole('button', { name: 'Send the link' }).click();
  await expect(page.getByLabel('E-mail')).toBeFocused();
  await look(page);
  await page.getByLabel('E-mail').fill(OWNER_EMAIL);
  await page.getByRole('button', { name: 'Send the link' }).click();
  await expect(page.getByRole('status')).toContainText(`an account for ${OWNER_EMAIL}`);
  await look(page);
  await page.goto('about:blank');
  await grove.stop();
  await mail.stop();
});
