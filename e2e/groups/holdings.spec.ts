import { expect, expectAccessible, groupUrl, makeGroup, OWNER_EMAIL, test } from '../fixtures.ts';
import { chooseFilter } from '../frame/filters.ts';
import { insertHoldings } from './holdings.ts';
import { makeViewer, signInAs } from '../access/viewer.ts';

test('a repository shows its tags', async ({ ownerPage: page, grove }) => {
  const group = await makeGroup(page, grove, grove.rootUid);
  await page.goto(groupUrl(group.uid, '/repos'));
  await expect(page.getByRole('heading', { name: 'No repositories yet' })).toBeVisible();
  await expectAccessible(page);

  insertHoldings(grove.dataDir, group.uid);
  await page.reload();
  await page.getByRole('link', { name: 'nginx' }).click();
  await expect(page.getByRole('heading', { name: 'nginx' })).toBeVisible();
  const tags = page.getByRole('table', { name: 'Tags' });
  await expect(tags.getByRole('row', { name: /latest/ })).toBeVisible();
  await expect(page.getByText('Minimal web server', { exact: true })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Repositories' }).last().click();
  await expect(page).toHaveURL(/\/repos$/);
});

test('advisories are filtered on the server and tell their story', async ({
  ownerPage: page,
  grove,
}) => {
  const group = await makeGroup(page, grove, grove.rootUid);
  insertHoldings(grove.dataDir, group.uid);
  await page.goto(groupUrl(group.uid, '/advisories'));
  const table = page.getByRole('table', { name: 'Advisories' });
  await expect(table.getByRole('link')).toHaveText(['CGA-2345-6789-cfgh', 'CGA-3456-789c-fghj']);
  await expectAccessible(page);

  await chooseFilter(page, 'Severity', 'Low');
  await expect(table.getByRole('link')).toHaveText(['CGA-3456-789c-fghj']);
  await expect(page).toHaveURL(/severities=LOW/);
  await page.reload();
  await expect(table.getByRole('link')).toHaveText(['CGA-3456-789c-fghj']);

  const search = page.getByRole('searchbox', { name: 'Search advisories' });
  await search.fill('zlib');
  await search.press('Enter');
  await expect(page.getByRole('heading', { name: 'Nothing matches these filters' })).toBeVisible();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await table.getByRole('link', { name: 'CGA-2345-6789-cfgh' }).click();

  await expect(page.getByRole('heading', { name: 'CGA-2345-6789-cfgh' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'CVE-2022-37434' })).toHaveAttribute(
    'href',
    'https://nvd.nist.gov/vuln/detail/CVE-2022-37434',
  );
  await expect(page.getByRole('listitem').filter({ hasText: 'false positive' })).toContainText(
    'The vulnerable code is never run',
  );
  await expectAccessible(page);
});

test('activity tells what changed', async ({ ownerPage: page, grove }) => {
  const group = await makeGroup(page, grove, grove.rootUid, 'watched');
  const changed = await page.request.patch(`/iam/v2beta1/groups/${group.uid}`, {
    data: { description: 'Looked after' },
    headers: { origin: grove.url, 'sec-fetch-site': 'same-origin' },
  });
  expect(changed.status()).toBe(200);
  await page.goto(groupUrl(group.uid, '/activity'));
  const table = page.getByRole('table', { name: 'Activity' });
  await expect(table.getByRole('link')).toHaveText(['Group updated', 'Group created']);
  await expectAccessible(page);

  await chooseFilter(page, 'What', 'Group created');
  await expect(table.getByRole('link')).toHaveText(['Group created']);
  await page.goBack();
  await table.getByRole('link', { name: 'Group updated' }).click();
  await expect(page.getByRole('heading', { name: 'Changes' })).toBeVisible();
  await expect(page.getByText('Looked after').first()).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('article').getByRole('link', { name: OWNER_EMAIL }).click();
  await expect(page.getByRole('heading', { name: OWNER_EMAIL })).toBeVisible();
});

test('what was denied is told by its name', async ({ ownerPage: page, grove }) => {
  const group = await makeGroup(page, grove, grove.rootUid, 'guarded');
  const email = await makeViewer(page, grove, group.uid);
  const listed = await page.request.get(
    `/iam/v2beta1/roleBindings?uidp.children_of=${encodeURIComponent(group.uid)}`,
  );
  const { roleBindings } = (await listed.json()) as { roleBindings: { uid: string }[] };
  await signInAs(page, email, groupUrl(group.uid));
  await expect(page.getByRole('heading', { level: 1, name: 'guarded' })).toBeVisible();
  const headers = { origin: grove.url, 'sec-fetch-site': 'same-origin' };
  const gone = `${group.uid}/0123456789abcdef`;
  for (const attempt of [
    page.request.delete(`/iam/v2beta1/roleBindings/${roleBindings[0]?.uid}`, { headers }),
    page.request.post(`/iam/v2beta1/identities/${group.uid}`, { headers, data: { name: 'x' } }),
    page.request.delete(`/iam/v2beta1/identities/${gone}`, { headers }),
  ]) {
    expect((await attempt).status()).toBe(403);
  }

  await page.context().clearCookies();
  await page.context().addCookies(grove.session.cookies);
  await page.goto(groupUrl(group.uid, '/activity'));
  const table = page.getByRole('table', { name: 'Activity' });
  const about = (what: string) => table.getByRole('row').filter({ hasText: `${what}: denied` });
  await expect(about('Role binding deleted')).toContainText(`${email} as viewer`);
  await expect(about('Identity created')).toContainText('in guarded');
  // For resources that do not exist, only the uid is known.
  await expect(about('Identity deleted').getByTitle(gone)).toBeVisible();
  await expectAccessible(page);
  await table.getByRole('link', { name: 'Identity deleted: denied' }).click();
  await expect(page.getByText('Deleted, or you cannot see it')).toBeVisible();
  await page.goBack();
  await table.getByRole('link', { name: 'Role binding deleted: denied' }).click();
  await expect(page.getByRole('button', { name: /^Copy uid of the resource/ })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: `${email} as viewer` }).click();
  await expect(page.getByRole('article', { name: `${email} as viewer` })).toBeVisible();
});
