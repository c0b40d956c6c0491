/** Lists without rows, overlays of lists, and lists with selected rows. */
import type { Page } from '@playwright/test';
import { expect, type Grove, groupUrl, makeGroup, test } from '../fixtures.ts';
import { insertHoldings } from '../groups/holdings.ts';
import { insertGroups } from '../groups/many-groups.ts';
import { actionOf, bind, identityUrl, makeIdentity } from '../people/identities.ts';
import { failing } from '../support/failing.ts';
import { look, lookOnce } from '../support/look.ts';

test.describe.configure({ mode: 'parallel' });

const EMPTY: readonly [path: string, words: string][] = [
  ['', 'No identity has been seen yet.'],
  ['/children', 'No groups yet'],
  ['/identities', 'No identities yet'],
  ['/access?scope=in', 'No role bindings yet'],
  ['/advisories', 'No advisories yet'],
  ['/repos', 'No repositories yet'],
  ['/repos/source', 'No registry source yet'],
  ['/activity?type=nothing', 'Nothing matches these filters'],
  ['/activity/v1', 'Nobody here calls v1'],
  ['/roles?scope=in', 'No custom roles yet'],
  ['/invites', 'No invites yet'],
  ['/keys', 'No keys yet'],
  ['/providers', 'No identity providers yet'],
  ['/association', 'No accounts are associated'],
];

for (const [path, words] of EMPTY) {
  test(`${path || 'the overview'} of an empty group`, async ({ ownerPage: page, grove }) => {
    const { uid } = await makeGroup(page, grove, grove.rootUid);
    await page.goto(groupUrl(uid, path));
    await expect(page.getByText(words).first()).toBeVisible();
    await look(page);
  });
}

async function listOf(page: Page, grove: Grove, names: string[], rest = ''): Promise<string> {
  const { uid } = await makeGroup(page, grove, grove.rootUid);
  await insertGroups(grove, uid, names);
  await page.goto(groupUrl(uid, `/children${rest}`));
  return uid;
}

test('a search without a result', async ({ ownerPage: page, grove }) => {
  await listOf(page, grove, ['one'], '?query=nowhere');
  await expect(page.getByRole('button', { name: 'Clear search' })).toBeVisible();
  await look(page);
});

test('a list with rows only in the groups below', async ({ ownerPage: page, grove }) => {
  const { uid } = await makeGroup(page, grove, grove.rootUid);
  const child = await makeGroup(page, grove, uid, 'filled');
  await makeIdentity(page, grove, child.uid);
  await page.goto(groupUrl(uid, '/identities'));
  await expect(page.getByRole('button', { name: 'Show 1 below' })).toBeVisible();
  await look(page);
  await page.goto(groupUrl(uid, '/identities?scope=below'));
  await expect(page.getByRole('link', { name: 'pipeline' })).toBeVisible();
  await look(page);
});

test('active filters', async ({ ownerPage: page, grove }) => {
  const { uid } = await makeGroup(page, grove, grove.rootUid);
  await insertHoldings(grove, uid);
  await page.goto(groupUrl(uid, '/advisories?severities=LOW'));
  await expect(page.getByRole('link', { name: 'CGA-3456-789c-fghj' })).toBeVisible();
  await look(page);
});

test('the menus of a list', async ({ ownerPage: page, grove }) => {
  await listOf(page, grove, ['one']);
  for (const [button, menu] of [
    ['View and export', 'View and export'],
    ['Views', 'Views'],
    ['Actions for one', 'Actions for one'],
  ] as const) {
    await page.getByRole('button', { name: button, exact: true }).click();
    await expect(page.getByRole('menu', { name: menu })).toBeVisible();
    await look(page);
    await page.keyboard.press('Escape');
  }
  await page.getByRole('button', { name: 'Column Name' }).click();
  await expect(page.getByRole('menu', { name: 'Column Name' })).toBeVisible();
  await lookOnce(page);
});

test('columns that scroll sideways under pinned ones', async ({ ownerPage: page, grove }) => {
  await listOf(page, grove, ['one', 'two']);
  await page.getByRole('button', { name: 'Column Description' }).click();
  await page.getByRole('menuitem', { name: 'Pin up to here' }).click();
  await page.setViewportSize({ width: 800, height: 600 });
  await page.getByRole('grid').getByRole('link').first().focus();
  await page.keyboard.press('End');
  await lookOnce(page);
});

test('selected rows, and those that could not be deleted', async ({ ownerPage: page, grove }) => {
  await listOf(page, grove, ['alpha', 'beta']);
  await page.getByRole('checkbox', { name: 'Select all rows of this page' }).check();
  const bar = page.getByRole('group', { name: 'Selected rows' });
  await expect(bar.getByRole('status')).toHaveText('2 groups selected');
  await lookOnce(page);
  await bar.getByRole('button', { name: 'Delete' }).click();
  const question = page.getByRole('alertdialog', { name: 'Delete 2 groups?' });
  await expect(question).toBeVisible();
  await lookOnce(page);
  await page.route('**/iam/v2beta1/groups/**', failing);
  await question.getByRole('button', { name: 'Delete 2 groups' }).click();
  await expect(question.getByRole('alert')).toContainText('not deleted');
  await lookOnce(page);
});

test('a list as an API call, and an export that failed', async ({ ownerPage: page, grove }) => {
  await listOf(page, grove, ['only']);
  await page.getByRole('button', { name: 'View and export' }).click();
  await page.getByRole('menuitem', { name: 'API call' }).click();
  await expect(page.getByRole('dialog', { name: 'API call' })).toBeVisible();
  await look(page);
  await page.keyboard.press('Escape');
  await page.route('**/iam/v2beta1/groups?*page_size=200*', failing);
  await page.getByRole('button', { name: 'Export all as CSV' }).click();
  await expect(page.getByRole('dialog').getByRole('alert')).toBeVisible();
  await look(page);
});

test('a list that could not be loaded', async ({ ownerPage: page, grove }) => {
  const { uid } = await makeGroup(page, grove, grove.rootUid);
  await page.goto(groupUrl(uid, '/providers'));
  await page.route('**/iam/v2beta1/identityProviders?**', failing);
  await page.getByRole('radio', { name: 'With groups below' }).check();
  await expect(page.getByText('Identity providers could not be loaded')).toBeVisible();
  await look(page);
});

test('a list that is out of date', async ({ ownerPage: page, grove }) => {
  const { uid } = await makeGroup(page, grove, grove.rootUid);
  const identity = await makeIdentity(page, grove, uid);
  await bind(page, grove, uid, identity.uid, 'viewer');
  await page.goto(groupUrl(uid, '/access?scope=in'));
  await page.getByRole('button', { name: 'Actions for pipeline as viewer' }).click();
  await page.route(/\/iam\/v2beta1\/roleBindings\?/, failing);
  await page.getByRole('menuitem', { name: 'Remove' }).click();
  await page.getByRole('button', { name: 'Remove binding' }).click();
  const problem = page.getByRole('alert').filter({ hasText: 'may be out of date' });
  await expect(problem).toBeVisible();
  await look(page);
});

test('a saved view, being named and changed', async ({ ownerPage: page, grove }) => {
  await listOf(page, grove, ['alpha', 'beta'], '?query=alpha');
  await page.getByRole('button', { name: 'Views', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Save as new view' }).click();
  const dialog = page.getByRole('dialog', { name: 'Save as new view' });
  await dialog.getByLabel('Name').fill('Alphas');
  await look(page);
  await dialog.getByRole('button', { name: 'Save view' }).click();
  await expect(page.getByRole('button', { name: 'View Alphas' })).toBeVisible();
  await page.getByRole('radio', { name: 'With groups below' }).check();
  await expect(page.getByRole('group', { name: 'Changed view' })).toBeVisible();
  await look(page);
});

test('inherited and redundant bindings', async ({ ownerPage: page, grove }) => {
  const top = await makeGroup(page, grove, grove.rootUid);
  const below = await makeGroup(page, grove, top.uid);
  const identity = await makeIdentity(page, grove, top.uid);
  for (const { uid } of [top, below]) await bind(page, grove, uid, identity.uid, 'viewer');
  await page.goto(groupUrl(below.uid, '/access'));
  const redundant = page.getByRole('link', { name: /^Already granted/ });
  await expect(redundant).toBeVisible();
  await look(page);
  await redundant.click();
  await expect(page.getByText('grants all that this binding does')).toBeVisible();
  await look(page);
});

test('an identity that is blocked', async ({ ownerPage: page, grove }) => {
  const { uid } = await makeGroup(page, grove, grove.rootUid);
  const claimMatch = { issuer: 'https://ci.example.com', subject: uid };
  const identity = await makeIdentity(page, grove, uid, { claimMatch });
  await page.goto(identityUrl(identity.uid));
  await (await actionOf(page, 'Block…')).click();
  const question = page.getByRole('alertdialog', { name: 'Block pipeline?' });
  await question.getByRole('textbox', { name: 'Reason' }).fill('lost');
  await look(page);
  await question.getByRole('button', { name: 'Block identity' }).click();
  await expect(page.getByText(/Blocked .*: lost/)).toBeVisible();
  await look(page);
  await page.goto(groupUrl(uid, '/identities?blocked=true'));
  await expect(page.getByRole('link', { name: 'pipeline' })).toBeVisible();
  await look(page);
});

test('the tiles and the chart of an overview', async ({ ownerPage: page, grove }) => {
  const { uid } = await makeGroup(page, grove, grove.rootUid);
  await insertHoldings(grove, uid);
  await makeGroup(page, grove, uid);
  const data = { resourceLimits: { groups: 1 } };
  await grove.database.rowsIn('Group').update({ where: { uid }, data });
  await page.goto(groupUrl(uid));
  await expect(page.getByRole('link', { name: /limit of 1 reached/ })).toBeVisible();
  await look(page);
  const advisories = page.getByRole('region', { name: 'Advisories' });
  await advisories.getByRole('radio', { name: 'Table' }).check();
  await expect(advisories.getByRole('table', { name: 'New each week' })).toBeVisible();
  await look(page);
});

test('what is attached to an image', async ({ ownerPage: page, grove }) => {
  const { uid } = await makeGroup(page, grove, grove.rootUid);
  await insertHoldings(grove, uid);
  await page.goto(groupUrl(uid, '/repos'));
  await page.getByRole('link', { name: 'nginx' }).click();
  await page.getByRole('button', { name: '2 attached, of latest' }).click();
  const attached = page.getByRole('dialog', { name: 'Attached to latest' });
  await expect(attached.getByText('Signature')).toBeVisible();
  await look(page);
});

test('the other tags of a digest', async ({ ownerPage: page, grove }) => {
  const { uid } = await makeGroup(page, grove, grove.rootUid);
  await insertHoldings(grove, uid);
  await page.goto(groupUrl(uid, '/repos'));
  await page.getByRole('link', { name: 'nginx' }).click();
  await page.getByRole('button', { name: 'Other tags with the digest of latest' }).click();
  const elsewhere = page.getByRole('dialog', { name: 'Same digest as latest' });
  await expect(elsewhere.getByRole('link').first()).toBeVisible();
  await look(page);
});
