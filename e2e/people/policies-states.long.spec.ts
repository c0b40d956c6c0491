/** What those see who do not meet a policy. Beside the other tests that close organizations. */
import { expect, type Grove, groupUrl, test } from '../fixtures.ts';
import { look } from '../support/look.ts';
import type { Page } from '@playwright/test';

test.use({ apart: 'policies' });

/** An organization with a policy. @returns the uid of its root group. */
async function withPolicy(page: Page, grove: Grove, name: string, policy: object): Promise<string> {
  const headers = { origin: grove.url, 'sec-fetch-site': 'same-origin' };
  const made = await page.request.post('/iam/v2beta1/groups', { data: { name }, headers });
  const { uid } = (await made.json()) as { uid: string };
  const data = { groupUid: uid, ...policy };
  const set = await page.request.post('/iam/v2beta1/groups:updatePolicy', { data, headers });
  expect(set.status()).toBe(200);
  return uid;
}

test('an organization that asks for a second factor', async ({ ownerPage: page, grove }) => {
  const uid = await withPolicy(page, grove, 'asks for two', { secondFactor: 'EVERYONE' });
  await page.goto(groupUrl(uid));
  await expect(page.getByRole('link', { name: 'Set up a second factor' })).toBeVisible();
  await look(page);
  // A second organization, because a person with a single one starts in it.
  await withPolicy(page, grove, 'asks for little', { inviteDomains: ['example.com'] });
  await page.goto('/groups');
  await expect(page.getByText('requires more before you can use it').first()).toBeVisible();
  await look(page);
});

test('an organization that asks for a passkey', async ({ ownerPage: page, grove }) => {
  const inviteDomains = ['example.com'];
  const uid = await withPolicy(page, grove, 'asks for a passkey', { inviteDomains });
  const data = { passkeyRequired: true };
  await grove.database.rowsIn('Policy').update({ where: { uid }, data });
  await page.goto(groupUrl(uid));
  await expect(page.getByText('the organization asks for a passkey')).toBeVisible();
  await look(page);
});
