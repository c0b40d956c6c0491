/** The name of the installation on the sign-in page, and the order of the ways to sign in. */
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
import { forgetSession, whenReady } from '../support/ready-page.ts';

const NAME = 'Acme Platform';
const OIDC = { issuer: 'https://login.example.com', clientId: 'grove', clientSecret: 'secret' };

async function post(page: Page, { url }: RunningGrove, path: string, data: object): Promise<void> {
  const headers = { origin: url, 'sec-fetch-site': 'same-origin' };
  const answer = await page.request.post(`${url}/iam/v2beta1/${path}`, { data, headers });
  expect(answer.status()).toBe(200);
}

/**
 * Creates the organization and a provider, and signs out again.
 *
 * @param others bodies of further resources to create, by path.
 * @returns the uid of its root group.
 */
async function prepare(
  page: Page,
  grove: RunningGrove,
  others: (root: string) => readonly (readonly [string, object])[] = () => [],
): Promise<string> {
  const root = await setUp(grove, page.request);
  await signIn(page.request, grove);
  await post(page, grove, `identityProviders/${root}`, { name: 'staff', oidc: OIDC });
  for (const [path, data] of others(root)) await post(page, grove, path, data);
  await forgetSession(page);
  return root;
}

test('names the installation, with providers first and the last used way on top', async ({
  page,
}) => {
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

test('offers the providers of one of several organizations by address and by domain', async ({
  page,
}) => {
  const grove = await startGrove();
  try {
    const root = await prepare(page, grove, (groupUid) => [
      ['groups', { name: 'another' }],
      ['groups:claimDomain', { groupUid, name: 'acme.example' }],
    ]);
    await grove.database.rowsIn('Domain').update({ data: { verifiedName: 'acme.example' } });
    const provider = page.getByRole('button', { name: 'Continue with staff' });
    const email = page.getByRole('textbox', { name: 'E-mail' });
    await page.goto(`${grove.url}/sign-in`);
    await whenReady(page);
    await expect(provider).toHaveCount(0);
    await email.pressSequentially('ada@acme.example');
    await expect(provider).toBeVisible();
    await expect(email).toBeFocused();
    await email.fill('ada@other.example');
    await expect(provider).toHaveCount(0);
    await page.goto(`${grove.url}/sign-in?organization=${root}`);
    await expect(provider).toBeVisible();
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
