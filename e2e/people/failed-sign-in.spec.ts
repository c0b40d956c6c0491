/** A failed sign-in of a workflow leads to the identity that was meant, from the palette. */
import type { Page } from '@playwright/test';
import { expect, groupUrl, makeGroup, test } from '../fixtures.ts';
import { identityUrl, ISSUER, makeIdentity } from './identities.ts';

const STAGING = 'repo:acme/erp:environment:staging';
const RELEASE = 'repo:acme/erp:ref:refs/heads/release-2';

const palette = (page: Page) => page.getByRole('dialog', { name: 'Command palette' });
const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
const tokenOf = (claims: object) => `${part({ alg: 'RS256' })}.${part(claims)}.c2lnbmF0dXJl`;

async function paste(page: Page, text: string) {
  await page.keyboard.press('Control+k');
  await palette(page).getByRole('searchbox').fill(text);
}

test('a line of a log leads to the nearest identity, which accepts it after one step', async ({
  ownerPage: page,
  grove,
}) => {
  const group = await makeGroup(page, grove, grove.rootUid);
  const { uid } = await makeIdentity(page, grove, group.uid, {
    name: 'erp deploy',
    claimMatch: { issuer: ISSUER, subject: STAGING },
  });
  await page.goto(groupUrl(group.uid));
  await page.getByRole('button', { name: /^Search/ }).click();
  await palette(page)
    .getByRole('searchbox')
    .fill(`Error: no identity matches the token (subject ${RELEASE})`);
  const near = palette(page).getByRole('group', { name: /^erp deploy in/ });
  await expect(near).toContainText(
    'expects environment:staging, this has ref:refs/heads/release-2',
  );
  await near.getByRole('menuitem', { name: 'Accept this too' }).click();
  const form = page.getByRole('dialog', { name: 'Edit erp deploy' });
  await expect(form.getByLabel('Subject', { exact: true })).toHaveValue(`${STAGING}|${RELEASE}`);
  await form.getByRole('button', { name: 'Save changes' }).click();
  await expect(page).toHaveURL(identityUrl(uid));

  await paste(page, RELEASE);
  await expect(palette(page).getByRole('group', { name: /^This is erp deploy/ })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(identityUrl(uid));
  // The proposal is for one time.
  await page.goto(identityUrl(uid, '/edit'));
  await expect(form.getByRole('button', { name: 'Save changes' })).toBeDisabled();
});

test('a pasted token is read in the browser alone', async ({ ownerPage: page, grove }) => {
  const group = await makeGroup(page, grove, grove.rootUid);
  await page.goto(groupUrl(group.uid));
  const sent: string[] = [];
  page.on('request', (request) => sent.push(`${request.url()} ${request.postData() ?? ''}`));
  const token = tokenOf({ iss: ISSUER, sub: 'repo:acme/new:ref:refs/heads/main', secret: 'plum' });
  await paste(page, token);
  const make = palette(page).getByRole('menuitem', { name: /^Make an identity of it/ });
  await expect(make).toBeVisible();
  await palette(page).getByRole('searchbox').fill(token.slice(0, 24));
  await expect(palette(page).getByRole('status')).toContainText('It was not sent anywhere');
  expect(sent.filter((one) => one.includes(token.slice(0, 20)) || one.includes('plum'))).toEqual(
    [],
  );

  await palette(page).getByRole('searchbox').fill(token);
  await make.click();
  const form = page.getByRole('dialog', { name: /^New identity in/ });
  await expect(form.getByLabel('Issuer', { exact: true })).toHaveValue(ISSUER);
  await form.getByLabel('Name', { exact: true }).fill('new deploy');
  await form.getByRole('button', { name: 'Create identity' }).click();
  await expect(page.getByRole('heading', { name: 'new deploy' })).toBeVisible();
});

test('failed sign-ins of the last day are listed', async ({ ownerPage: page, grove, request }) => {
  const group = await makeGroup(page, grove, grove.rootUid);
  const { uid } = await makeIdentity(page, grove, group.uid, { name: 'night run' });
  const headers = { origin: grove.url, 'sec-fetch-site': 'same-origin' };
  const made = await page.request.post(`/iam/v2beta1/identityKeys/${group.uid}`, {
    data: { name: 'nightly', identityUid: uid, ttl: '86400s' },
    headers,
  });
  const key = (await made.json()) as { uid: string; key: string };
  await page.request.delete(`/iam/v2beta1/identityKeys/${key.uid}`, { headers });
  await request.get(`${grove.url}/iam/v2beta1/groups`, {
    headers: { authorization: `Bearer ${key.key}` },
  });
  await page.goto(groupUrl(group.uid));
  await expect(async () => {
    await page.reload();
    await paste(page, 'failed sign-ins');
    const failed = palette(page).getByRole('group', { name: 'Failed sign-ins of the last day' });
    await expect(failed.getByRole('menuitem').first()).toContainText('nightly', { timeout: 1_000 });
  }).toPass();
});
