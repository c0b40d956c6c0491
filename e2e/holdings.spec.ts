import { expect, expectAccessible, groupUrl, makeGroup, test } from './fixtures.ts';
import { insertHoldings } from './holdings.ts';

test('a repository shows its tags', async ({ ownerPage: page, grove }) => {
  const group = await makeGroup(page, grove, grove.rootUid);
  await page.goto(groupUrl(group.uid, '/repos'));
  await expect(page.getByRole('heading', { name: 'No repositories in here' })).toBeVisible();
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
  const filters = page.getByRole('group', { name: 'Filters' });
  await expect(table.getByRole('link')).toHaveText(['CGA-2345-6789-cfgh', 'CGA-3456-789c-fghj']);
  await expectAccessible(page);

  await filters.getByRole('button', { name: 'Severity' }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Low' }).click();
  await page.keyboard.press('Escape');
  await expect(table.getByRole('link')).toHaveText(['CGA-3456-789c-fghj']);
  await expect(page).toHaveURL(/severities=LOW/);
  await page.reload();
  await expect(table.getByRole('link')).toHaveText(['CGA-3456-789c-fghj']);

  const search = page.getByRole('searchbox', { name: 'Artifact, component, id or alias' });
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
  const filters = page.getByRole('group', { name: 'Filters' });
  await expect(table.getByRole('link')).toHaveText(['Group updated', 'Group created']);
  await expectAccessible(page);

  await filters.getByRole('button', { name: 'What' }).click();
  await page.getByRole('menuitemradio', { name: 'Group created' }).click();
  await page.keyboard.press('Escape');
  await expect(table.getByRole('link')).toHaveText(['Group created']);
  await page.goBack();
  await table.getByRole('link', { name: 'Group updated' }).click();
  await expect(page.getByRole('heading', { name: 'Changes' })).toBeVisible();
  await expect(page.getByText('Looked after').first()).toBeVisible();
  await expectAccessible(page);
});
