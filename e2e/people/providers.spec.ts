import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from '@playwright/test';
import { expect, groupUrl, makeGroup, test } from '../fixtures.ts';
import { whenReady } from '../support/ready-page.ts';
import { CLIENT_SECRET, startOidcIssuer } from '../support/oidc-issuer.ts';
import { makeViewer, signInAs } from '../access/viewer.ts';
import { forgetSession } from '../support/ready-page.ts';

const sheet = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name });
const table = (page: Page) => page.getByRole('grid', { name: 'Identity providers' });

async function make(
  page: Page,
  url: string,
  group: string,
  name: string,
  issuer: string,
  reservation?: string,
) {
  const answer = await page.request.post(`/iam/v2beta1/identityProviders/${group}`, {
    data: { name, oidc: { issuer, clientId: 'grove', clientSecret: CLIENT_SECRET }, reservation },
    headers: { origin: url, 'sec-fetch-site': 'same-origin' },
  });
  expect(answer.status()).toBe(200);
  return ((await answer.json()) as { uid: string }).uid;
}

test('a provider is set up, tested, and people sign in through it', async ({
  ownerPage: page,
  grove,
}) => {
  const redirectUris: string[] = [];
  const claimsOf = () => ({ groups: ['staff', 'admins'] });
  const corp = await startOidcIssuer({ redirectUris, claimsOf });
  const group = await makeGroup(page, grove, grove.rootUid);
  await page.goto(groupUrl(group.uid, '/providers'));
  await expect(page.getByRole('heading', { name: 'No identity providers yet' })).toBeVisible();
  await page.getByRole('link', { name: 'New provider' }).first().click();

  const form = sheet(page, `New identity provider in ${group.name}`);
  await expect(form.getByLabel('Name')).toBeFocused();
  // A provider asks for the redirect address before it issues a client id.
  const redirect = page.getByRole('region', { name: 'Redirect address' });
  await expect(redirect.getByRole('code')).toContainText(`${grove.url}/api/auth/callback/`);
  const address = (await redirect.getByRole('code').textContent()) ?? '';
  redirectUris.push(address);
  // The provider reads its clients when it starts.
  await corp.rotate();
  await page.reload();
  await expect(redirect.getByRole('code')).toHaveText(address);
  await redirect.getByRole('button', { name: 'Copy redirect address' }).click();
  await expect(redirect.getByText('Copied')).toBeAttached();
  const name = `Corp ${group.name}`;
  await form.getByLabel('Name').fill(name);
  await form.getByLabel('Issuer').fill(corp.issuer);
  await form.getByRole('button', { name: 'Test connection' }).click();
  await expect(form.getByRole('status').filter({ hasText: 'The connection works' })).toBeVisible();
  await form.getByLabel('Client id').fill('grove');
  await form.getByLabel('Client secret').fill(CLIENT_SECRET);
  await form.getByLabel('Additional scopes').fill('groups teams');
  await form.getByRole('combobox', { name: 'Default role' }).fill('viewer');
  await page.getByRole('option', { name: /^viewer/ }).click();
  await form.getByRole('button', { name: 'Add role rule' }).click();
  await expect(form.getByLabel('Claim of rule 1')).toBeFocused();
  await form.getByLabel('Claim of rule 1').fill('groups');
  await form.getByLabel('Value of rule 1').fill('admins');
  await form.getByRole('combobox', { name: 'Role of rule 1' }).fill('editor');
  await page.getByRole('option', { name: /^editor/ }).click();
  // All providers share this address, so it is known already.
  const logout = page.getByRole('region', { name: 'Back-channel logout address' });
  const logoutAddress = `${grove.url}/oauth/backchannelLogout`;
  await expect(logout.getByRole('code')).toHaveText(logoutAddress);
  await form.getByRole('button', { name: 'Create provider' }).click();

  await expect(page.getByRole('heading', { name })).toBeVisible();
  await expect(page).toHaveURL(/\/providers\/[0-9a-f.]+$/);
  await expect(redirect.getByRole('code')).toHaveText(address);
  await expect(logout.getByRole('code')).toHaveText(logoutAddress);
  await expect(page.getByText('openid email profile groups teams')).toBeVisible();
  await expect(page.getByRole('definition').filter({ hasText: /^viewer$/ })).toBeVisible();
  await expect(page.getByText(`groups is admins: editor on ${group.name}`)).toBeVisible();
  await expect(page.getByText(CLIENT_SECRET)).toBeHidden();

  await forgetSession(page);
  await page.goto(`/sign-in?organization=${grove.rootUid}`);
  await page.getByRole('button', { name: `Continue with ${name}` }).click();
  await page.getByLabel('Login').fill('nina');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('heading', { level: 1, name: group.name })).toBeVisible();
  // A binding made by a rule cannot be changed by hand.
  await page.goto(groupUrl(group.uid, '/access'));
  const made = page.getByRole('row').filter({ hasText: 'editor' });
  await expect(made.getByRole('link', { name: /^By rule/ })).toBeVisible();
  await corp.stop();
});

test('two tabs that sign in through one provider both arrive at their page', async ({
  ownerPage: page,
  grove,
}) => {
  const redirectUris: string[] = [];
  const corp = await startOidcIssuer({ redirectUris });
  const group = await makeGroup(page, grove, grove.rootUid);
  const name = `Tabs ${group.name}`;
  const uid = await make(page, grove.url, group.uid, name, corp.issuer);
  redirectUris.push(`${grove.url}/api/auth/callback/${uid.replaceAll('/', '.')}`);
  await corp.rotate();
  await forgetSession(page);
  const other = await page.context().newPage();
  const tabs = [page, other].map((tab, nth) => ({
    tab,
    path: `/settings/${['profile', 'sessions'][nth] ?? ''}`,
  }));
  for (const { tab, path } of tabs) {
    const query = new URLSearchParams({ organization: grove.rootUid, callbackUrl: path });
    await tab.goto(`/sign-in?${query}`);
    await tab.getByRole('button', { name: `Continue with ${name}` }).click();
    await expect(tab.getByLabel('Login')).toBeVisible();
  }
  for (const { tab, path } of tabs) {
    await tab.getByLabel('Login').fill('nina');
    await tab.getByRole('button', { name: 'Continue' }).click();
    await expect(tab).toHaveURL(`${grove.url}${path}`);
  }
  await other.close();
  await corp.stop();
});

test(
  'a form whose redirect address was used elsewhere shows another one',
  { tag: ['@desktop-only', '@long'] },
  async ({ ownerPage: page, grove }) => {
    const group = await makeGroup(page, grove, grove.rootUid);
    const reserved = page.waitForResponse(/identityProviders:reserve$/);
    await page.goto(groupUrl(group.uid, '/providers/new'));
    const { uid, reservation, redirectUri } = (await (await reserved).json()) as Record<
      'uid' | 'reservation' | 'redirectUri',
      string
    >;
    const used = await make(
      page,
      grove.url,
      group.uid,
      'First',
      'https://idp.example',
      reservation,
    );
    expect(used).toBe(uid);

    const form = sheet(page, /New identity provider/);
    const address = page.getByRole('region', { name: 'Redirect address' });
    await expect(address.getByRole('code')).toHaveText(redirectUri);
    await form.getByLabel('Name').fill('Second');
    await form.getByLabel('Issuer').fill('https://idp.example');
    await form.getByLabel('Client id').fill('grove');
    await form.getByRole('button', { name: 'Create provider' }).click();
    await expect(form.getByRole('alert')).toContainText('The discovery document cannot be reached');
    await form.getByRole('checkbox', { name: /^Save anyway/ }).click();
    await form.getByRole('button', { name: 'Create provider' }).click();
    await expect(address.getByText('The address has changed.')).toBeVisible();
    await expect(form.getByRole('alert')).toContainText('reserve another address');
    await expect(address.getByRole('code')).not.toHaveText(redirectUri);
    const other = (await address.getByRole('code').textContent()) ?? '';
    await form.getByRole('button', { name: 'Create provider' }).click();
    await expect(page.getByRole('heading', { name: 'Second', exact: true })).toBeVisible();
    await expect(address.getByRole('code')).toHaveText(other);
  },
);

test('a test of the connection names what is wrong', async ({ ownerPage: page, grove }) => {
  let answer = '<html>a web page</html>';
  const server = createServer((_, response) => response.end(answer));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://localhost:${(server.address() as AddressInfo).port}`;
  const group = await makeGroup(page, grove, grove.rootUid);
  await page.goto(groupUrl(group.uid, '/providers/new'));
  const form = sheet(page, /New identity provider/);
  const test = form.getByRole('button', { name: 'Test connection' });
  await expect(test).toBeDisabled();
  await form.getByLabel('Issuer').fill(issuer);
  await test.click();
  await expect(form.getByText('The answer is not JSON', { exact: true })).toBeVisible();

  answer = JSON.stringify({ issuer: `${issuer}/`, jwks_uri: `${issuer}/keys` });
  await test.click();
  await expect(form.getByText('The trailing slash differs', { exact: true })).toBeVisible();
  await form.getByRole('button', { name: 'Use the issuer from its document' }).click();
  await expect(form.getByLabel('Issuer')).toHaveValue(`${issuer}/`);
  await expect(form.getByText('The trailing slash differs')).toBeHidden();
  await test.click();
  await expect(
    form.getByText('This issuer does not support sign-in', { exact: true }),
  ).toBeVisible();

  await form.getByLabel('Issuer').fill('https://10.0.0.1');
  await test.click();
  await expect(form.getByText('The address is private', { exact: true })).toBeVisible();
  await form.getByLabel('Issuer').fill('http://idp.example');
  await test.click();
  await expect(form.getByRole('alert')).toContainText('must be an https URL');
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

test(
  'claims that somebody pastes say which rules would match',
  { tag: ['@desktop-only', '@long'] },
  async ({ ownerPage: page, grove }) => {
    const group = await makeGroup(page, grove, grove.rootUid);
    await page.goto(groupUrl(group.uid, '/providers/new'));
    const form = sheet(page, /New identity provider/);
    await form.getByLabel('Issuer').fill('https://idp.example');
    await form.getByRole('button', { name: 'Add role rule' }).click();
    await form.getByLabel('Claim of rule 1').fill('groups');
    await form.getByLabel('Value of rule 1').fill('admins');
    await form.getByRole('combobox', { name: 'Role of rule 1' }).fill('editor');
    await page.getByRole('option', { name: /^editor/ }).click();
    const requests: string[] = [];
    page.on('request', (request) => requests.push(request.postData() ?? request.url()));
    await form.getByRole('button', { name: 'Test with claims' }).click();
    const claims = form.getByLabel('Claims', { exact: true });
    await expect(claims).toBeFocused();
    await claims.fill('{"groups": [');
    await expect(claims).toHaveAccessibleDescription(/not valid JSON/);
    await claims.fill('{"iss": "https://idp.example", "groups": ["staff", "Admins"]}');
    const verdict = form.getByRole('status').filter({ hasText: 'Rule 1' });
    await expect(verdict).toContainText('No rule matches');
    await expect(verdict).toContainText('They differ only in upper and lower case.');
    await claims.fill('{"iss": "https://other.example", "groups": ["staff", "admins"]}');
    await expect(verdict).toContainText('1 of 1 rule matches');
    await expect(verdict).toContainText(`Rule 1 gives editor on ${group.name}`);
    await expect(verdict).toContainText('from another issuer, https://other.example');
    await form.getByRole('combobox', { name: 'How rule 1 compares' }).selectOption('Pattern');
    await form.getByLabel('Pattern of rule 1').fill('adm');
    await expect(verdict).toContainText('The pattern matches only a part.');
    expect(requests.filter((sent) => sent.includes('staff'))).toEqual([]);
  },
);

test('an editor keeps the secret unless the person replaces it', async ({
  ownerPage: page,
  grove,
}) => {
  const group = await makeGroup(page, grove, grove.rootUid);
  const uid = await make(page, grove.url, group.uid, 'Corp', 'https://idp.example');
  await page.goto(groupUrl(group.uid, '/providers'));
  await table(page).getByRole('link', { name: 'Corp' }).click();
  await page.getByRole('link', { name: 'Edit' }).click();
  const form = sheet(page, 'Edit Corp');
  await expect(form.getByLabel('Client secret')).toHaveValue('');
  const save = form.getByRole('button', { name: 'Save changes' });
  const sent = () =>
    page.waitForRequest(
      (request) => request.method() === 'PATCH' && request.url().includes('/identityProviders/'),
    );

  await form.getByLabel('Name').fill('Corporation');
  let request = sent();
  await save.click();
  expect((await request).postDataJSON()).toEqual({ name: 'Corporation' });
  await expect(form).toBeHidden();

  await page.goto(groupUrl(group.uid, `/providers/${uid.replaceAll('/', '.')}/edit`));
  const again = sheet(page, 'Edit Corporation');
  await again.getByLabel('Issuer').fill('https://other.example');
  await again.getByRole('button', { name: 'Add role rule' }).scrollIntoViewIfNeeded();
  await again.getByRole('button', { name: 'Save changes' }).click();
  await expect(again.getByRole('alert')).toBeInViewport();
  await again.getByRole('checkbox', { name: /^Save anyway/ }).check();
  await again.getByRole('button', { name: 'Save changes' }).click();
  await expect(again.getByLabel('Client secret')).toBeFocused();
  await expect(again.getByLabel('Client secret')).toHaveAccessibleDescription(/enter it again/);
  await again.getByRole('checkbox', { name: /Remove the secret/ }).check();
  request = sent();
  await again.getByRole('button', { name: 'Save changes' }).click();
  const mask = new URL((await request).url()).searchParams.get('updateMask');
  expect(mask).toBe('oidc.issuer,oidc.clientSecret');
  await expect(again).toBeHidden();
});

test(
  'the keyboard alone sets a provider up and deletes it',
  { tag: ['@desktop-only', '@long'] },
  async ({ ownerPage: page, grove }) => {
    const group = await makeGroup(page, grove, grove.rootUid);
    await page.goto(groupUrl(group.uid));
    await whenReady(page);
    await page.keyboard.press('g');
    await page.keyboard.press('d');
    await expect(page.getByRole('heading', { name: 'No identity providers yet' })).toBeVisible();
    await page.keyboard.press('n');
    const form = sheet(page, /New identity provider/);
    await expect(form.getByLabel('Name')).toBeFocused();
    await page.keyboard.type('Keys');
    await form.getByLabel('Issuer').focus();
    await page.keyboard.type('https://keys.example');
    await page.keyboard.press('Enter');
    await expect(form.getByLabel('Client id')).toBeFocused();
    await page.keyboard.type('grove');
    await page.keyboard.press('Enter');
    await form.getByRole('checkbox', { name: /^Save anyway/ }).focus();
    await page.keyboard.press('Space');
    await form.getByLabel('Client id').focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'Keys', exact: true })).toBeVisible();

    await page.getByRole('button', { name: 'Delete' }).focus();
    await page.keyboard.press('Enter');
    const question = page.getByRole('alertdialog', { name: 'Delete Keys?' });
    await expect(question).toContainText('Nobody can sign in through it');
    await question.getByRole('button', { name: 'Delete identity provider' }).focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'No identity providers yet' })).toBeVisible();
  },
);

test(
  'a viewer sees providers and what is not theirs to do',
  { tag: '@long' },
  async ({ ownerPage: page, grove }) => {
    const group = await makeGroup(page, grove, grove.rootUid);
    await make(page, grove.url, group.uid, 'Corp', 'https://idp.example');
    const email = await makeViewer(page, grove, group.uid);
    await signInAs(page, email, groupUrl(group.uid, '/providers'));
    await expect(table(page).getByRole('link', { name: 'Corp' })).toBeVisible();
    const create = page.getByRole('button', { name: 'New provider' });
    await expect(create).toBeDisabled();
    await create.focus();
    await expect(page.getByText('Your roles do not grant identity_providers.create')).toBeVisible();
    await table(page).getByRole('link', { name: 'Corp' }).click();
    await expect(page.getByRole('button', { name: 'Edit' })).toBeDisabled();
    await expect(page.getByRole('button', { name: 'Test connection' })).toBeDisabled();

    await page.goto(groupUrl(group.uid, '/providers'));
    await page.route('**/iam/v2beta1/identityProviders?**', (route) =>
      route.fulfill({ status: 500, json: { code: 13, message: 'Internal error: request x' } }),
    );
    await page.getByRole('radio', { name: 'With groups below' }).check();
    await expect(page.getByText('Identity providers could not be loaded')).toBeVisible();
  },
);
