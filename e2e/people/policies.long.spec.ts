/** The policy of an organization: who sets it, and what people see who do not meet it. */
import type { Page } from '@playwright/test';
import { generateSync } from 'otplib/functional';
import { builtInRole } from '#lib/resources/built-in-roles.ts';
import { makeViewer, signInAs } from '../access/viewer.ts';
import { expect, groupUrl, type Grove, OWNER_PASSWORD, test } from '../fixtures.ts';
import { CLIENT_SECRET, startOidcIssuer } from '../support/oidc-issuer.ts';
import { inOtherBrowser } from '../support/other-browser.ts';
import { bind, makeIdentity } from './identities.ts';

const ways = (grove: Grove) => ({ origin: grove.url, 'sec-fetch-site': 'same-origin' });

/** Creates an organization, because a policy would close the shared one to other tests. */
async function newOrganization(page: Page, grove: Grove, name: string): Promise<string> {
  const answer = await page.request.post('/iam/v2beta1/groups', {
    data: { name },
    headers: ways(grove),
  });
  expect(answer.status()).toBe(200);
  return ((await answer.json()) as { uid: string }).uid;
}

// The shared owner gets more organizations, some of them closed, and would start at their list.
test.use({ apart: 'policies' });

const toastOf = (page: Page, title: string) =>
  page.getByRole('alertdialog').filter({ hasText: title });

test('an owner sets the policy of an organization, without locking themselves out', async ({
  ownerPage: page,
  grove,
}) => {
  const root = await newOrganization(page, grove, 'careful');
  await page.goto(groupUrl(root));
  const section = page.getByRole('region', { name: 'Sign-in policy' });
  await expect(section).toContainText('Not required');
  await expect(section).toContainText('Sign in again after 12 hours');
  await section.getByRole('link', { name: 'Change the policy' }).click();

  const sheet = page.getByRole('dialog', { name: 'Sign-in policy' });
  const networks = sheet.getByLabel('Networks for the console');
  await networks.fill('10.1');
  await sheet.getByRole('button', { name: 'Save changes' }).click();
  await expect(networks).toBeFocused();
  await expect(networks).toHaveAccessibleDescription(/address or a CIDR block/);
  await networks.fill('192.0.2.0/24');
  await sheet.getByRole('button', { name: 'Save changes' }).click();
  await expect(sheet.getByRole('alert')).toContainText('you would lock yourself out');
  await networks.fill('127.0.0.0/8, ::1');
  await sheet.getByLabel('Unused sessions').selectOption({ label: '1 hour' });
  await sheet.getByRole('button', { name: 'Save changes' }).click();
  await expect(toastOf(page, 'Sign-in policy saved')).toBeVisible();
  await expect(section).toContainText('Sign in again after 1 hour');
  await expect(section).toContainText('127.0.0.0/8 ::1');
});

test('an owner sets the domains of invites, and the form of an invite names them', async ({
  ownerPage: page,
  grove,
}) => {
  const root = await newOrganization(page, grove, 'known people');
  await page.goto(groupUrl(root, '/policy'));
  const sheet = page.getByRole('dialog', { name: 'Sign-in policy' });
  const domains = sheet.getByLabel('Domains for invites');
  await domains.fill('Example.com, example');
  await sheet.getByLabel('Passkey').selectOption({ label: 'Required of everyone' });
  await sheet.getByRole('button', { name: 'Save changes' }).click();
  await expect(domains).toHaveAccessibleDescription(/must be a domain name/);
  await domains.fill('Example.com, example.org');
  await sheet.getByRole('button', { name: 'Save changes' }).click();
  await expect(sheet.getByRole('alert')).toContainText('you would lock yourself out');
  await sheet.getByLabel('Passkey').selectOption({ label: 'Not required' });
  await sheet.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByRole('region', { name: 'Sign-in policy' })).toContainText(
    'example.com example.org',
  );

  await page.goto(groupUrl(root, '/invites/new'));
  const email = page.getByLabel('E-mail');
  await expect(email).toHaveAccessibleDescription(/example\.com or example\.org/);
  await email.fill('ada@elsewhere.example');
  await page.getByRole('combobox', { name: 'Role' }).fill('viewer');
  await page.getByRole('option', { name: /^viewer/ }).click();
  await page.getByRole('button', { name: 'Create invite' }).click();
  await expect(email).toBeFocused();
  await expect(email).toHaveAccessibleDescription(/must be an address at a domain/);
});

test('a person who needs a passkey sees how to add one', async ({ ownerPage: page, grove }) => {
  const root = await newOrganization(page, grove, 'keys only');
  const set = await page.request.post('/iam/v2beta1/groups:updatePolicy', {
    data: { groupUid: root, inviteDomains: ['example.com'] },
    headers: ways(grove),
  });
  expect(set.status()).toBe(200);
  // Another owner, who has a passkey, has required one.
  const passkeyRequired = { passkeyRequired: true };
  await grove.database.rowsIn('Policy').update({ where: { uid: root }, data: passkeyRequired });
  await page.goto(groupUrl(root));
  await expect(page.getByText('the organization asks for a passkey')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Add a passkey' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Confirm that it is you' })).toBeVisible();
});

/** An identity provider of the organization, whose people become owners. */
async function newProvider(page: Page, grove: Grove, root: string, issuer: string) {
  const answer = await page.request.post(`/iam/v2beta1/identityProviders/${root}`, {
    data: {
      name: 'Corp',
      defaultRole: builtInRole('owner').uid,
      oidc: { issuer, clientId: 'grove', clientSecret: CLIENT_SECRET },
    },
    headers: ways(grove),
  });
  expect(answer.status()).toBe(200);
  return ((await answer.json()) as { uid: string }).uid;
}

test('an owner who needs no password turns passwords off, and others sign in through the provider', async ({
  ownerPage: owner,
  grove,
}) => {
  const root = await newOrganization(owner, grove, 'through corp');
  await owner.goto(groupUrl(root, '/policy'));
  const sheet = owner.getByRole('dialog', { name: 'Sign-in policy' });
  const passwords = sheet.getByLabel('Passwords');
  await passwords.selectOption({ label: 'Turned off' });
  await sheet.getByLabel('Domains for invites').fill('example.com');
  const save = sheet.getByRole('button', { name: 'Save changes' });
  await save.click();
  await expect(passwords).toBeFocused();
  await expect(passwords).toHaveAccessibleDescription(/has no identity provider/);
  const redirectUris: string[] = [];
  const corp = await startOidcIssuer({ redirectUris });
  const provider = await newProvider(owner, grove, root, corp.issuer);
  redirectUris.push(`${grove.url}/api/auth/callback/${provider.replaceAll('/', '.')}`);
  await corp.rotate();
  await save.click();
  await expect(passwords).toHaveAccessibleDescription(/you would lock yourself out/i);
  await passwords.selectOption({ label: 'Allowed' });
  await save.click();
  await expect(toastOf(owner, 'Sign-in policy saved')).toBeVisible();

  const email = await makeViewer(owner, grove, grove.rootUid);
  const query = new URLSearchParams({ name: email });
  const found = await owner.request.get(`/iam/v2beta1/identities?${query}`);
  const { identities } = (await found.json()) as { identities: { uid: string }[] };
  await bind(owner, grove, root, identities[0]?.uid ?? '', 'owner');
  const page = await inOtherBrowser(owner, { baseURL: grove.url });
  await signInAs(page, email, groupUrl(root, '/children/new'));
  const name = page.getByRole('textbox', { name: 'Name' });
  await name.fill('typed before');
  // Another owner, who comes through the provider, has turned them off.
  const claimMatch = { issuer: corp.issuer, subject: 'olga' };
  const { uid: olga } = await makeIdentity(owner, grove, root, { name: 'olga', claimMatch });
  await bind(owner, grove, root, olga, 'owner');
  const seen = { lastSeenTime: new Date() };
  await grove.database.rowsIn('Identity').update({ where: { uid: olga }, data: seen });
  const data = { passwordsOffTime: new Date() };
  await grove.database.rowsIn('Policy').update({ where: { uid: root }, data });
  const create = page.getByRole('button', { name: 'Create group' });
  await create.click();
  const alert = page.getByRole('dialog').getByRole('alert').first();
  await expect(alert).toContainText('does not allow passwords; sign in through Corp,');
  const opening = page.waitForEvent('popup');
  await alert.getByRole('button', { name: 'Sign in with Corp' }).click();
  const other = await opening;
  await other.getByLabel('Login').fill('nina');
  await other.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('dialog').getByRole('status')).toContainText('now signed in as nina');
  await expect(name).toHaveValue('typed before');
  await create.click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('typed before');
  await page.context().close();
  await corp.stop();
});

test('a person who does not meet a policy sees the remedy, and keeps typed input', async ({
  ownerPage: owner,
  grove,
}) => {
  const root = await newOrganization(owner, grove, 'strict');
  const email = await makeViewer(owner, grove, grove.rootUid);
  const query = new URLSearchParams({ name: email });
  const found = await owner.request.get(`/iam/v2beta1/identities?${query}`);
  const { identities } = (await found.json()) as { identities: { uid: string }[] };
  await bind(owner, grove, root, identities[0]?.uid ?? '', 'owner');
  const page = await inOtherBrowser(owner, { baseURL: grove.url });
  await signInAs(page, email, groupUrl(root, '/children/new'));
  const name = page.getByRole('textbox', { name: 'Name' });
  await name.fill('typed before');

  const changed = await owner.request.post('/iam/v2beta1/groups:updatePolicy', {
    data: { groupUid: root, secondFactor: 'EVERYONE' },
    headers: ways(grove),
  });
  expect(changed.status()).toBe(200);
  await page.getByRole('button', { name: 'Create group' }).click();
  const alert = page.getByRole('dialog').getByRole('alert');
  await expect(alert).toContainText('asks for a second factor');
  const opening = page.context().waitForEvent('page');
  await alert.getByRole('link', { name: 'Set up a second factor' }).click();
  const settings = await opening;
  await addApp(settings);
  await settings.goto(groupUrl(root));
  await expect(settings.getByRole('heading', { level: 1 })).toContainText('strict');
  await settings.close();

  await expect(name).toHaveValue('typed before');
  await page.getByRole('button', { name: 'Create group' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('typed before');
  await page.context().close();

  // The owner has no second factor, so this organization is closed, and the other one is open.
  await owner.goto(groupUrl(root));
  await expect(owner.getByText('This group could not be loaded')).toBeVisible();
  await expect(owner.getByRole('link', { name: 'Set up a second factor' })).toBeVisible();
  // The list of several organizations. A single one would open immediately.
  await newOrganization(owner, grove, 'open');
  await owner.goto('/groups');
  await expect(owner.getByText('requires more before you can use it')).toBeVisible();
  await owner.goto(groupUrl(grove.rootUid));
  await expect(owner.getByRole('heading', { level: 1 })).toContainText('acme');
});

test('a person whose session is too old confirms the sign-in in place', async ({
  ownerPage: owner,
  grove,
}) => {
  const root = await newOrganization(owner, grove, 'short');
  const changed = await owner.request.post('/iam/v2beta1/groups:updatePolicy', {
    data: { groupUid: root, sessionAbsolute: '3600s' },
    headers: ways(grove),
  });
  expect(changed.status()).toBe(200);
  await owner.goto(groupUrl(root));
  await expect(owner.getByRole('heading', { level: 1 })).toContainText('short');
  const beginAgo = (ms: number) => {
    const then = new Date(Date.now() - ms);
    const data = { createTime: then, authenticatedTime: then };
    return grove.database.rowsIn('Session').update({ data });
  };
  await beginAgo(7_200_000);
  await owner.goto(groupUrl(root));
  await owner.getByRole('button', { name: 'Confirm that it is you' }).click();
  await owner.getByLabel('Password').fill(OWNER_PASSWORD);
  await owner.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click();
  await expect(owner.getByRole('heading', { level: 1 })).toContainText('short');
});

/** Adds the first authenticator app on the page of the security settings. */
async function addApp(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Add authenticator app' }).click();
  await page.getByLabel('Name').fill('phone');
  await page.getByRole('button', { name: 'Continue' }).click();
  const secret = await page.getByRole('button', { name: /^Copy key/ }).innerText();
  await page.getByLabel('Code').fill(generateSync({ secret }));
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('checkbox', { name: 'I have saved these codes' }).check();
  await page.getByRole('button', { name: 'Finish' }).click();
  await expect(page.getByText('10 of 10 left')).toBeVisible();
}
