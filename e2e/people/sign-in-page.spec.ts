/** Whose installation the sign-in page says it is, and in which order it offers the ways in. */
import type { Page } from '@playwright/test';
import {
  expect,
  OWNER_EMAIL,
  OWNER_PASSWORD,
  type RunningGrove,
  setUp,
  signIn,
  startGrove,
  test,
} from '../fixtures.ts';
import { forgetSession } from '../support/ready-page.ts';

const NAME = 'Acme Platform';
const OIDC = { issuer: 'https://login.example.com', clientId: 'grove', clientSecret: 'secret' };

/** Creates the organization and a provider, and signs out again. */
async function prepare(page: Page, grove: RunningGrove): Promise<void> {
  const root = await setUp(grove, page.request);
  await signIn(page.request, grove);
  const provider = await page.request.post(`${grove.url}/iam/v2beta1/identityProviders/${root}`, {
    data: { name: 'staff', oidc: OIDC },
    headers: { origin: grove.url, 'sec-fetch-site': 'same-origin' },
  });
  expect(provider.status()).toBe(200);
  await forgetSession(page);
}

test('says whose it is, with providers first and the way used last on top', async ({ page }) => {
  const grove = await startGrove({
    GROVE_NAME: NAME,
    GROVE_PICTURE: 'public/apple-touch-icon.png',
    GROVE_SIGN_IN: 'providers',
  });
  try {
    await prepare(page, grove);
    await page.goto(`${grove.url}/sign-in`);
    await expect(page).toHaveTitle(`Sign in · ${NAME}`);
    await expect(page.getByText(NAME, { exact: true })).toBeVisible();
    const picture = page.locator('main img');
    await expect(picture).toHaveJSProperty('complete', true);
    expect(await picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(180);
    const answer = await page.request.get(`${grove.url}/installation/picture`);
    expect(answer.headers()['content-type']).toBe('image/png');
    expect(answer.headers()['content-security-policy']).toContain("default-src 'none'");
    expect(answer.headers()['x-content-type-options']).toBe('nosniff');

    const provider = page.getByRole('button', { name: 'Continue with staff' });
    const email = page.getByRole('textbox', { name: 'E-mail' });
    await expect(provider).toBeVisible();
    await expect(email).toHaveCount(0);
    await page.waitForLoadState('networkidle');
    await page.getByRole('button', { name: 'Use a password' }).click();
    await expect(email).toBeFocused();
    await email.fill(OWNER_EMAIL);
    await page.getByRole('textbox', { name: 'Password' }).fill(OWNER_PASSWORD);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await expect(page).toHaveURL(/\/groups\/[0-9a-f]{40}$/);

    const session = (await page.context().cookies()).filter(({ name }) => /session/.test(name));
    expect(session).not.toHaveLength(0);
    for (const { name } of session) await page.context().clearCookies({ name });
    await page.goto(`${grove.url}/sign-in`);
    await expect(email).toBeVisible();
    expect((await email.boundingBox())?.y).toBeLessThan((await provider.boundingBox())?.y ?? 0);

    await forgetSession(page);
    await page.goto(`${grove.url}/sign-in?error=Callback`);
    await expect(page.getByRole('main').getByRole('alert')).toContainText('failed');
  } finally {
    await page.goto('about:blank');
    await grove.stop();
  }
});

test('an installation without a name is Grove, and has no picture', async ({ page, grove }) => {
  await page.goto('/sign-in');
  await expect(page).toHaveTitle('Sign in · Grove');
  await expect(page.locator('main img')).toHaveCount(0);
  const answer = await page.request.get(`${grove.url}/installation/picture`);
  expect(answer.status()).toBe(404);
});
