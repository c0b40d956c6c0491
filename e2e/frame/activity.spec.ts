/** The audit log by person and by resource, and lists with rows only in the groups below. */
import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { expect, groupUrl, makeGroup, OWNER_EMAIL, test } from '../fixtures.ts';
import { ISSUER, makeIdentity } from '../people/identities.ts';
import { chooseFilter, expectFilter, pickFilter, removeFilter } from './filters.ts';
import { exportAs } from './exports.ts';

/* A table whose rows have actions is a grid. */
const rowsOf = (page: Page, name: string) =>
  page
    .getByRole('table', { name })
    .or(page.getByRole('grid', { name }))
    .locator('tbody')
    .getByRole('row');
const scope = (page: Page, name: string) => page.getByRole('radio', { name });

test('activity is filtered by what and by whom, picked by name', async ({
  ownerPage: page,
  grove,
}) => {
  const group = await makeGroup(page, grove, grove.rootUid, 'ledger');
  const identity = await makeIdentity(page, grove, group.uid, { name: 'bookkeeper' });
  await makeIdentity(page, grove, group.uid, {
    name: 'other',
    claimMatch: { issuer: ISSUER, subject: 'other' },
  });
  await page.goto(groupUrl(group.uid, '/activity'));
  const rows = rowsOf(page, 'Activity');
  await expect(rows).toHaveCount(3);
  await expect(page.getByText(/uid of/i)).toHaveCount(0);

  await pickFilter(page, 'About', 'bookk', /^bookkeeper in ledger · identity|^bookkeeper/);
  await expect(rows).toHaveCount(1);
  await expect(rows).toContainText('bookkeeper');
  await expect(page).toHaveURL(new RegExp(`resource=${encodeURIComponent(identity.uid)}`));
  await expectFilter(page, 'About', 'bookkeeper');
  await removeFilter(page, 'About');
  await expect(rows).toHaveCount(3);

  await pickFilter(page, 'Who', OWNER_EMAIL, new RegExp(OWNER_EMAIL));
  await expect(page).toHaveURL(/actor=/);
  await expect(rows).toHaveCount(3);
  await removeFilter(page, 'Who');
  await chooseFilter(page, 'What', 'Group deleted');
  await expect(page.getByRole('heading', { name: 'Nothing matches these filters' })).toBeVisible();
});

test(
  'a record leads to all activity about the same thing',
  { tag: '@long' },
  async ({ ownerPage: page, grove }) => {
    const group = await makeGroup(page, grove, grove.rootUid, 'archive');
    const identity = await makeIdentity(page, grove, group.uid, { name: 'gone soon' });
    const deleted = await page.request.delete(`/iam/v2beta1/identities/${identity.uid}`, {
      headers: { origin: grove.url, 'sec-fetch-site': 'same-origin' },
    });
    expect(deleted.status()).toBe(200);
    await page.goto(groupUrl(group.uid, '/activity'));
    await rowsOf(page, 'Activity').getByRole('link', { name: 'Identity deleted' }).click();
    await page.getByRole('link', { name: 'All activity about it' }).click();
    const rows = rowsOf(page, 'Activity');
    await expect(rows).toHaveCount(2);
    await expect(rows.last()).toContainText('Identity created');
  },
);

test(
  'an export of activity has what changed',
  { tag: '@long' },
  async ({ ownerPage: page, grove }) => {
    const { uid } = await makeGroup(page, grove, grove.rootUid, 'exported');
    const changed = await page.request.patch(`/iam/v2beta1/groups/${uid}`, {
      data: { description: 'Looked after' },
      headers: { origin: grove.url, 'sec-fetch-site': 'same-origin' },
    });
    expect(changed.status()).toBe(200);
    await page.goto(groupUrl(uid, '/activity?type=grove.iam.group.updated.v1'));
    await expect(rowsOf(page, 'Activity')).toHaveCount(1);
    const downloading = page.waitForEvent('download');
    await exportAs(page, 'CSV');
    const lines = readFileSync(await (await downloading).path(), 'utf8').split('\r\n');
    const columns = lines[0]?.split(',') ?? [];
    expect(columns).toEqual(expect.arrayContaining(['before.description', 'after.description']));
    expect(columns).not.toContain('after.uid');
    expect(lines[1]).toContain(',Looked after,');
  },
);

test('a list with something only below says so, and offers it', async ({
  ownerPage: page,
  grove,
}) => {
  const group = await makeGroup(page, grove, grove.rootUid, 'hollow');
  const child = await makeGroup(page, grove, group.uid, 'filled');
  await page.goto(groupUrl(group.uid, '/identities'));
  await expect(page.getByRole('heading', { name: 'No identities yet' })).toBeVisible();
  await makeIdentity(page, grove, child.uid, { name: 'deep down' });
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Nothing in this group' })).toBeVisible();
  await expect(page.getByText('There is 1 in the groups below.')).toBeVisible();
  await page.getByRole('button', { name: 'Show 1 below' }).click();
  await expect(rowsOf(page, 'Identities')).toHaveCount(1);
  await expect(page).toHaveURL(/scope=below/);
  await expect(scope(page, 'With groups below')).toBeChecked();

  // The page of a row stays under the selected group, and links back to the list as it was.
  await page.goto(groupUrl(group.uid, '/identities?scope=below&order_by=last_seen_at'));
  await page.getByRole('link', { name: 'deep down' }).click();
  const article = page.getByRole('article', { name: 'deep down' });
  await expect(article.getByRole('link', { name: 'filled', exact: true })).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: 'deep down' })).toBeVisible();
  await expect(
    page
      .getByRole('link', { name: 'hollow' })
      .or(page.getByRole('button', { name: /hollow$/ }))
      .first(),
  ).toBeVisible();
  await article.getByRole('link', { name: 'Identities', exact: true }).click();
  await expect(page).toHaveURL(/identities\?scope=below&order_by=last_seen_at$/);
});

test(
  'each list keeps its switch, and addresses say what they show',
  { tag: '@long' },
  async ({ ownerPage: page, grove }) => {
    const group = await makeGroup(page, grove, grove.rootUid, 'upper');
    const child = await makeGroup(page, grove, group.uid, 'lower');
    await makeIdentity(page, grove, child.uid, { name: 'kept in sight' });
    await makeIdentity(page, grove, group.uid, { name: 'near' });
    await page.goto(groupUrl(group.uid, '/identities'));
    await expect(rowsOf(page, 'Identities')).toHaveCount(1);
    await page.waitForLoadState('networkidle');
    await scope(page, 'With groups below').check();
    await expect(rowsOf(page, 'Identities')).toHaveCount(2);
    await page.goBack();
    await expect(scope(page, 'This group')).toBeChecked();
    await expect(rowsOf(page, 'Identities')).toHaveCount(1);

    // The next visit has the kept scope from the first paint on. Another list has its own scope.
    await page.goto(groupUrl(group.uid, '/identities'));
    await expect(scope(page, 'With groups below')).toBeChecked();
    await expect(rowsOf(page, 'Identities')).toHaveCount(2);
    await expect(page).toHaveURL(/identities\?scope=below$/);
    await page.goto(groupUrl(group.uid, '/children'));
    await expect(scope(page, 'This group')).toBeChecked();
    await expect(page).toHaveURL(/children$/);

    // The scope in a link wins over the kept scope.
    await page.goto(groupUrl(group.uid, '/identities?scope=in'));
    await expect(rowsOf(page, 'Identities')).toHaveCount(1);
    await page.waitForLoadState('networkidle');
    await page.getByRole('link', { name: 'New identity' }).click();
    await expect(page).toHaveURL(/identities\/new\?scope=in$/);
  },
);

test('the audit proof is a step away, with the way to verify it', async ({
  ownerPage: page,
  grove,
}) => {
  const { uid } = await makeGroup(page, grove, grove.rootUid, 'below the head');
  await page.goto(groupUrl(uid, '/activity'));
  await page.getByRole('link', { name: 'Verify the record' }).click();
  await expect(page).toHaveURL(groupUrl(grove.rootUid, '/activity/head'));
  const hash = page.getByRole('button', { name: /^Copy hash [0-9a-f]{64}$/ });
  // The server signs some seconds after a change.
  const head = `/iam/v2beta1/auditEvents:head?group_uid=${grove.rootUid}`;
  await expect.poll(async () => (await page.request.get(head)).json()).toHaveProperty('head');
  await page.reload();
  await expect(hash).toBeVisible();
  await expect(
    page.getByRole('button', { name: /^Copy command .*audit verify --group/ }),
  ).toBeVisible();
});
