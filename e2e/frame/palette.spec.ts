import type { Page } from '@playwright/test';
import { expect, type Grove, groupUrl, makeGroup, test } from '../fixtures.ts';
import { insertHoldings } from '../groups/holdings.ts';
import { insertGroups } from '../groups/many-groups.ts';
import { makeViewer, signInAs } from '../access/viewer.ts';

const palette = (page: Page) => page.getByRole('dialog', { name: 'Command palette' });
const line = (page: Page, name: string | RegExp) => palette(page).getByRole('menuitem', { name });

async function openPalette(page: Page, path: string) {
  await page.goto(path);
  const search = palette(page).getByRole('searchbox');
  await page.keyboard.press('Control+k');
  await expect(search).toBeFocused();
  return search;
}

async function makeIdentity(page: Page, grove: Grove, group: string, name: string) {
  const answer = await page.request.post(`/iam/v2beta1/identities/${group}`, {
    data: { name, claimMatch: { issuer: 'https://ci.example.com', subject: `repo:${name}:main` } },
    headers: { origin: grove.url, 'sec-fetch-site': 'same-origin' },
  });
  expect(answer.status()).toBe(200);
  return (await answer.json()) as { uid: string };
}

test('keeps what is typed before its code has loaded', async ({ ownerPage: page, grove }) => {
  await page.goto(groupUrl(grove.rootUid));
  await expect(page.getByRole('treeitem', { name: 'acme' })).toBeVisible();
  const typed = Promise.withResolvers<void>();
  await page.route('**/*.js', (route) => typed.promise.then(() => route.continue()));
  await page.keyboard.press('Control+k');
  // As a shortcut, `n` would create something.
  await page.keyboard.type('new ');
  typed.resolve();
  const search = palette(page).getByRole('searchbox');
  await expect(search).toBeFocused();
  await page.keyboard.type('group');
  await expect(search).toHaveValue('new group');
  await page.keyboard.press('Control+k');
  await expect(palette(page)).toBeHidden();
  await page.keyboard.type('gi');
  await expect(page).toHaveURL(/\/identities$/);
});

test('finds groups and identities by a part of a name, and a subject', async ({
  ownerPage: page,
  grove,
}) => {
  const group = await makeGroup(page, grove, grove.rootUid, 'quince orchard');
  const { uid } = await makeIdentity(page, grove, group.uid, 'quince-bot');
  await openPalette(page, groupUrl(grove.rootUid));
  await page.keyboard.type('uinc');
  await expect(line(page, /^quince orchard/)).toContainText('in acme');
  await expect(line(page, /^quince-bot/)).toContainText('in quince orchard');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Control+a');
  await page.keyboard.type('repo:quince-bot');
  await expect(line(page, /^quince-bot/)).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(groupUrl(group.uid, `/identities/${uid.replaceAll('/', '.')}`));
});

test(
  'shows five of each and leads to the list of all',
  { tag: '@long' },
  async ({ ownerPage: page, grove }) => {
    const group = await makeGroup(page, grove, grove.rootUid);
    await insertGroups(
      grove,
      group.uid,
      Array.from({ length: 7 }, (_, index) => `medlar ${index}`),
    );
    const search = await openPalette(page, groupUrl(group.uid));
    await search.fill('medlar');
    await expect(line(page, /^medlar/)).toHaveCount(5);
    await line(page, 'Show all in this group').click();
    await expect(page).toHaveURL(groupUrl(group.uid, '/children?scope=below&query=medlar'));
    await expect(page.getByRole('main').getByRole('link', { name: /^medlar/ })).toHaveCount(7);
  },
);

test(
  'a pasted uid, digest or id of a vulnerability is landed on',
  { tag: '@long' },
  async ({ ownerPage: page, grove }) => {
    const group = await makeGroup(page, grove, grove.rootUid);
    await insertHoldings(grove, group.uid);
    const { uid } = await makeIdentity(page, grove, group.uid, 'pasted');
    const search = await openPalette(page, groupUrl(grove.rootUid));
    await search.fill(group.uid);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(groupUrl(group.uid));

    await openPalette(page, groupUrl(grove.rootUid));
    await search.fill(uid);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(groupUrl(group.uid, `/identities/${uid.replaceAll('/', '.')}`));

    await openPalette(page, groupUrl(grove.rootUid));
    await search.fill(`sha256:${'ab12'.repeat(16)}`);
    await expect(line(page, /latest/).first()).toContainText('in nginx');
    await line(page, /latest/)
      .first()
      .click();
    await expect(page).toHaveURL(/\/repos\/[0-9a-f.]+$/);

    await openPalette(page, groupUrl(grove.rootUid));
    await search.fill('cve-2022-37434');
    await line(page, /^CGA-/).first().click();
    await expect(page).toHaveURL(/\/advisories\/[0-9a-f.]+$/);
  },
);

test(
  'asks only after two letters and a pause, and says when there is nothing',
  { tag: '@long' },
  async ({ ownerPage: page, grove }) => {
    const asked: string[] = [];
    page.on('request', (request) => {
      const { pathname, searchParams } = new URL(request.url());
      if (searchParams.has('query')) asked.push(`${pathname} ${searchParams.get('query')}`);
    });
    await page.clock.install();
    const search = await openPalette(page, groupUrl(grove.rootUid));
    await search.fill('x');
    await expect(line(page, /./)).toHaveCount(0);
    // Works however slowly this machine types.
    await page.clock.pauseAt(Date.now() + 60_000);
    await search.pressSequentially('yzzy');
    expect(asked).toEqual([]);
    await page.clock.resume();
    await expect(palette(page).getByRole('status')).toHaveText('Nothing is named “xyzzy”');
    expect(asked.toSorted()).toEqual([
      '/iam/v2beta1/groups xyzzy',
      '/iam/v2beta1/identities xyzzy',
      '/iam/v2beta1/savedViews xyzzy',
      '/registry/v2beta1/repos xyzzy',
      '/vulnerabilities/v2beta1/advisories xyzzy',
    ]);
  },
);

test(
  'tells what could not be searched, and tries again',
  { tag: '@long' },
  async ({ ownerPage: page, grove }) => {
    await makeGroup(page, grove, grove.rootUid, 'loquat');
    const search = await openPalette(page, groupUrl(grove.rootUid));
    await page.route('**/registry/v2beta1/repos?*', (route) =>
      route.fulfill({ status: 500, json: { code: 13, message: 'the disk is full' } }),
    );
    await search.fill('loquat');
    await expect(line(page, /loquat/)).toBeVisible();
    await expect(palette(page).getByRole('alert')).toContainText(
      'Repositories could not be searched',
    );
    await expect(palette(page).getByRole('alert')).toContainText('the disk is full');
    await page.unroute('**/registry/v2beta1/repos?*');
    await palette(page).getByRole('button', { name: 'Try again' }).click();
    await expect(palette(page).getByRole('alert')).toBeHidden();
    await expect(line(page, /loquat/)).toBeVisible();
  },
);

test('creates resources here, for people who may', async ({ ownerPage: page, grove }) => {
  const group = await makeGroup(page, grove, grove.rootUid);
  await openPalette(page, groupUrl(group.uid));
  await page.keyboard.type('new ident');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(groupUrl(group.uid, '/identities/new'));

  const email = await makeViewer(page, grove, group.uid);
  await signInAs(page, email, groupUrl(group.uid));
  await expect(page.getByRole('heading', { level: 1, name: group.name })).toBeVisible();
  const search = await openPalette(page, groupUrl(group.uid));
  await search.fill('new role here');
  const role = line(page, /New role here/);
  await expect(role).toBeDisabled();
  await expect(role).toContainText('Your roles do not grant roles.create here');
  await search.fill(`create role in ${group.name}`);
  await expect(line(page, new RegExp(`New role in ${group.name}`))).toBeDisabled();
});
