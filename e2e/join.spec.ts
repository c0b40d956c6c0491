import type { Page } from '@playwright/test';
import { builtInRole } from '#lib/access/built-in-roles.ts';
import { expect, expectAccessible, type Grove, test } from './fixtures.ts';
import { CLIENT_SECRET, startOidcIssuer } from './support/oidc-issuer.ts';

const VIEWER = builtInRole('viewer').uid;

/** Calls the API as the owner, whose session the request context of the page has. */
async function asOwner(page: Page, grove: Grove, path: string, data: object) {
  const answer = await page.request.post(path, {
    data,
    headers: { origin: grove.url, 'sec-fetch-site': 'same-origin' },
  });
  expect(answer.status(), await answer.text()).toBe(200);
  return (await answer.json()) as Record<string, string>;
}

async function invite(page: Page, grove: Grove, more: object = {}) {
  const body = { roleUid: VIEWER, ttl: '3600s', singleUse: true, ...more };
  const path = `/iam/v2beta1/groupInvites/${grove.rootUid}`;
  return (await asOwner(page, grove, path, body))['code'] ?? '';
}

test('a new person accepts an invite and lands on the group', async ({ ownerPage: page, grove }, {
  project,
}) => {
  const email = `grace-${project.name}@acme.example`;
  const code = await invite(page, grove, { email });
  await page.context().clearCookies();

  await page.goto('/join');
  await page.getByRole('textbox', { name: 'Code' }).fill(code);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('heading', { name: 'Join acme' })).toBeVisible();
  await expect(page.getByText('You are invited as viewer.')).toBeVisible();
  await expectAccessible(page);

  await page.getByRole('textbox', { name: 'Your name' }).fill('Grace');
  await page.getByRole('textbox', { name: 'Password' }).fill('short');
  await page.getByRole('button', { name: 'Create account and join' }).click();
  await expect(page.getByRole('textbox', { name: 'Password' })).toBeFocused();

  await page.getByRole('textbox', { name: 'Password' }).fill('a password of some length');
  await page.getByRole('button', { name: 'Create account and join' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'acme', exact: true })).toBeVisible();

  await page.context().clearCookies();
  await page.goto(`/join?code=${code}`);
  await expect(page.getByRole('heading', { name: 'This invite cannot be used' })).toBeVisible();
  await expect(page.getByText('has been used already')).toBeVisible();
});

test('somebody signed in joins with one click', async ({ ownerPage: page, grove }) => {
  const code = await invite(page, grove);
  await page.goto(`/join?code=${code}`);
  await page.getByRole('button', { name: 'Join as ada@acme.example' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'acme', exact: true })).toBeVisible();
});

test('a wrong code is refused', async ({ page }) => {
  await page.goto('/join?code=grove-inv-0000000000000000.guessed');
  await expect(page.getByRole('heading', { name: 'This invite cannot be used' })).toBeVisible();
  await expectAccessible(page);
});

/** A provider of the organization, whose redirect address is known only once it is there. */
async function startProvider(page: Page, grove: Grove, name: string) {
  const oidc = {
    issuer: 'https://idp.example.com',
    clientId: 'grove',
    clientSecret: CLIENT_SECRET,
  };
  const path = `/iam/v2beta1/identityProviders/${grove.rootUid}`;
  const { uid = '' } = await asOwner(page, grove, path, { name, defaultRole: VIEWER, oidc });
  const callback = `${grove.url}/api/auth/callback/${uid.replaceAll('/', '.')}`;
  const issuer = await startOidcIssuer({
    redirectUris: [callback],
    claimsOf: (login) => ({ email: `${login}@acme.example`, email_verified: true, name: login }),
  });
  const moved = await page.request.patch(`/iam/v2beta1/identityProviders/${uid}`, {
    data: { oidc: { issuer: issuer.issuer, clientSecret: CLIENT_SECRET } },
    headers: { origin: grove.url, 'sec-fetch-site': 'same-origin' },
  });
  expect(moved.status(), await moved.text()).toBe(200);
  return issuer;
}

test('people sign in through an identity provider of the organization', async ({
  ownerPage: page,
  grove,
}, { project }) => {
  const name = `Company login ${project.name}`;
  const issuer = await startProvider(page, grove, name);
  await page.context().clearCookies();

  await page.goto('/sign-in');
  await expect(page.getByRole('button', { name: `Continue with ${name}` })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: `Continue with ${name}` }).click();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByText('identity provider')).toBeVisible();

  await page.getByRole('button', { name: `Continue with ${name}` }).click();
  await page.getByRole('textbox', { name: 'Login' }).fill(`linus-${project.name}`);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'acme', exact: true })).toBeVisible();

  const me = (await (await page.request.get('/auth/v1/me')).json()) as {
    identities: { claimMatch: object; email: string }[];
    roleBindings: { role: { name: string } }[];
  };
  expect(me.identities).toMatchObject([
    { claimMatch: { issuer: issuer.issuer }, email: `linus-${project.name}@acme.example` },
  ]);
  expect(me.roleBindings).toMatchObject([{ role: { name: 'viewer' } }]);
  await issuer.stop();
});
