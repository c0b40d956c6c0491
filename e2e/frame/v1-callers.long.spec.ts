import { makeViewer, signInAs } from '../access/viewer.ts';
import { expect, groupUrl, makeGroup, test } from '../fixtures.ts';

test('the activity links the list of v1 callers', async ({ ownerPage: page, grove }) => {
  const { uid } = await makeGroup(page, grove, grove.rootUid, 'without callers');
  await page.goto(groupUrl(uid, '/activity'));
  await page.getByRole('link', { name: 'Programs on API v1' }).click();
  await expect(page.getByRole('heading', { name: 'Nobody here calls v1' })).toBeVisible();

  expect((await page.request.get('/registry/v1/tags')).status()).toBe(200);
  const table = page.getByRole('table', { name: 'Callers of v1' });
  const callers = `/iam/v2beta1/auditEvents:v1Callers?group_uid=${grove.rootUid}`;
  // Calls are recorded once a minute.
  await expect
    .poll(async () => (await page.request.get(callers)).text(), { timeout: 120_000 })
    .toContain('ListTags');
  await page.goto(groupUrl(grove.rootUid, '/activity/v1'));
  await expect(table.getByRole('link', { name: 'ListTags' })).toBeVisible();
  await expect(table.getByRole('link', { name: 'ada@acme.example' })).toBeVisible();
  await table.getByRole('link', { name: 'ListTags' }).click();
  await expect(page.getByText('GET /registry/v1/tags')).toBeVisible();

  await page.goto(groupUrl(grove.rootUid, '/activity'));
  await page.getByRole('link', { name: '1 identity called v1' }).click();
  await expect(table).toBeVisible();
});

test('the list is for people who may read the audit log', async ({ ownerPage: page, grove }) => {
  const { uid } = await makeGroup(page, grove, grove.rootUid, 'read by others');
  await signInAs(page, await makeViewer(page, grove, uid), groupUrl(uid, '/activity/v1'));
  await expect(
    page.getByRole('heading', { name: 'You may not see the programs on API v1' }),
  ).toBeVisible();
});
