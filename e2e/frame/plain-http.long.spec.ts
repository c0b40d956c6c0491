/** A name of the local network over plain HTTP, where browsers offer neither clipboard nor passkeys. */
import { expect, OWNER_EMAIL, OWNER_PASSWORD, startGrove, test } from '../fixtures.ts';
import { freePort } from '../support/free-port.ts';
import { launchOptions } from '../../scripts/lib/browser.mjs';

const HOST = 'grove.test';
const { args = [], ...launch } = launchOptions();

test.use({
  apart: 'plain http',
  launchOptions: { ...launch, args: [...args, `--host-resolver-rules=MAP ${HOST} 127.0.0.1`] },
});

test('without a secure context texts are copied, and passkeys say what they need', async ({
  page,
}) => {
  const port = String(await freePort());
  const grove = await startGrove({ PORT: port, GROVE_URL: `http://${HOST}:${port}` });
  try {
    await page.goto(grove.setupLink);
    expect(await page.evaluate(() => window.isSecureContext)).toBe(false);
    await page.getByLabel('Organization').fill('acme');
    await page.getByLabel('Your e-mail').fill(OWNER_EMAIL);
    await page.getByLabel('Password').fill(OWNER_PASSWORD);
    await page.getByRole('button', { name: 'Create organization' }).click();
    await page.waitForURL(/groups/);
    await expect(page.getByRole('heading', { level: 1, name: 'acme' })).toBeVisible();

    const search = page.getByRole('searchbox');
    const paste = async () => {
      await page.keyboard.press('Control+k');
      await search.press('Control+v');
      return search.inputValue();
    };
    const uid = page.getByRole('main').getByRole('button', { name: /^Copy uid/ });
    await uid.first().click();
    await expect(page.getByRole('status').filter({ hasText: 'Copied' })).toBeVisible();
    expect(await paste()).toMatch(/^[0-9a-f]{40}$/);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');

    await page.getByRole('button', { name: 'API call' }).last().click();
    const call = page.getByRole('dialog', { name: 'API call' });
    await call.getByRole('button', { name: 'Copy as curl' }).click();
    await expect(call.getByRole('status').filter({ hasText: 'Copied' })).toBeVisible();
    await expect(call.getByRole('button', { name: 'Copy as curl' })).toBeFocused();
    await page.keyboard.press('Escape');
    expect(await paste()).toContain(`curl -H "Authorization: Bearer $GROVE_TOKEN" '${grove.url}`);

    await page.goto(`${grove.url}/settings/security`);
    const add = page.getByRole('button', { name: 'Add passkey' });
    await expect(add).toHaveAttribute('aria-disabled', 'true');
    await add.focus();
    await expect(page.getByRole('tooltip')).toHaveText('Passkeys need an https address');
  } finally {
    await page.goto('about:blank');
    await grove.stop();
  }
});
