import type { APIResponse, Page } from '@playwright/test';
import { builtInRole } from '#lib/resources/built-in-roles.ts';
import { confirmSessions, expect, type Grove, test as base } from '../fixtures.ts';
import { CLIENT_SECRET, startOidcIssuer } from '../support/oidc-issuer.ts';
import type { OidcIssuer } from '../support/oidc-issuer.ts';
import { whenReady } from '../support/ready-page.ts';

/** An identity provider called Corp that makes its people viewers. */
const test = base.extend<object, { corp: OidcIssuer }>({
  corp: [
    async ({ grove, playwright }, use) => {
      const redirectUris: string[] = [];
      const claimsOf = (login: string) => ({
        email: `${login}@corp.example`,
        email_verified: true,
      });
      const logoutUri = `${grove.url.replace('localhost', '127.0.0.1')}/oauth/backchannelLogout`;
      const issuer = await startOidcIssuer({ redirectUris, claimsOf, logoutUri });
      const api = await playwright.request.newContext({
        baseURL: grove.url,
        storageState: grove.session,
        extraHTTPHeaders: { origin: grove.url },
      });
      await confirmSessions(grove, new Date());
      const answer = await api.post(`/iam/v2beta1/identityProviders/${grove.rootUid}`, {
        data: {
          name: 'Corp',
          defaultRole: builtInRole('viewer').uid,
          oidc: { issuer: issuer.issuer, clientId: 'grove', clientSecret: CLIENT_SECRET },
        },
      });
      const id = (await uidOf(answer)).replaceAll('/', '.');
      redirectUris.push(`${grove.url}/api/auth/callback/${id}`);
      // The provider reads its clients at its start.
      await issuer.rotate();
      await use(issuer);
      await api.dispose();
      await issuer.stop();
    },
    { scope: 'worker' },
  ],
});

async function uidOf(answer: APIResponse): Promise<string> {
  expect(answer.status()).toBe(200);
  return ((await answer.json()) as { uid: string }).uid;
}

const start = (page: Page) => page.getByRole('button', { name: 'Continue with Corp' }).click();

async function whoAmI(page: Page, grove: Grove): Promise<Record<string, string>> {
  const answer = await page.request.get(`${grove.url}/auth/v1/me`);
  return ((await answer.json()) as { principal: Record<string, string> }).principal;
}

test('signs a new person in through the provider, with its default role', async ({
  page,
  grove,
  corp,
}) => {
  await page.goto(
    `/sign-in?organization=${grove.rootUid}&callbackUrl=/groups/${grove.rootUid}/children`,
  );
  await start(page);
  await page.getByLabel('Login').fill('nina');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page).toHaveURL(`${grove.url}/groups/${grove.rootUid}/children`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(await whoAmI(page, grove)).toMatchObject({
    issuer: corp.issuer,
    subject: 'nina',
    email: 'nina@corp.example',
  });
});

test('comes back with a reason where the person cancels', async ({ page, grove, corp }) => {
  expect(corp.issuer).not.toBe('');
  await page.goto(`/sign-in?organization=${grove.rootUid}`);
  await start(page);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByText('The identity provider did not let you in.')).toBeVisible();
  await expect(page).toHaveURL(`${grove.url}/sign-in?error=AccessDenied`);
});

test('starts again at its own address if the browser used another one', async ({
  page,
  grove,
  corp,
}) => {
  expect(corp.issuer).not.toBe('');
  const address = `/sign-in?organization=${grove.rootUid}`;
  await page.goto(grove.url.replace('localhost', '127.0.0.1') + address);
  await start(page);
  await expect(page).toHaveURL(`${grove.url}/sign-in`);
  await page.goto(address);
  await whenReady(page);
  await start(page);
  await expect(page.getByRole('heading', { name: 'Provider' })).toBeVisible();
});

test('signs a person out who signs out at the provider, and says so', async ({
  page,
  grove,
  corp,
}) => {
  await page.goto(
    `/sign-in?organization=${grove.rootUid}&callbackUrl=/groups/${grove.rootUid}/children`,
  );
  await start(page);
  await page.getByLabel('Login').fill('olga');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const ended = page.getByText('Your session has ended. Sign in again.');

  const there = await page.context().newPage();
  await there.goto(`${corp.issuer}/session/end`);
  await there.getByRole('button', { name: 'Sign out' }).click();
  await expect(there.getByRole('heading', { name: 'Signed out' })).toBeVisible();

  await page.reload();
  await expect(page).toHaveURL(/\/sign-in\?/);
  await expect(ended).toBeVisible();
  await start(page);
  await page.getByLabel('Login').fill('olga');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page).toHaveURL(`${grove.url}/groups/${grove.rootUid}/children`);
});
