/** Two people beside each other: what one changes, the other sees. */
import type { Browser, Page } from '@playwright/test';
import { makeViewer } from '../access/viewer.ts';
import { expect, type Grove, groupUrl, makeGroup, signIn, test } from '../fixtures.ts';
import { makeIdentity } from '../people/identities.ts';

/** The page of another person, in a browser of their own. */
async function pageOf(browser: Browser, grove: Grove, email: string): Promise<Page> {
  const context = await browser.newContext({ baseURL: grove.url });
  await signIn(context.request, { email });
  return context.newPage();
}

const headersOf = (grove: Grove) => ({ origin: grove.url, 'sec-fetch-site': 'same-origin' });

async function change(page: Page, grove: Grove, path: string, data: object): Promise<void> {
  const answer = await page.request.patch(path, { data, headers: headersOf(grove) });
  expect(answer.status()).toBe(200);
}

async function remove(page: Page, grove: Grove, path: string): Promise<void> {
  const answer = await page.request.delete(path, { headers: headersOf(grove) });
  expect(answer.status()).toBe(200);
}

/** Waits until the page hears events. */
const live = (page: Page) =>
  page.waitForResponse((answer) => answer.url().includes('/events:watch'));

test('a list changes in place, and offers rows that would move it', async ({
  ownerPage: page,
  browser,
  grove,
}) => {
  const team = await makeGroup(page, grove, grove.rootUid);
  const first = await makeGroup(page, grove, team.uid, 'alpha');
  await makeGroup(page, grove, team.uid, 'omega');
  const viewer = await pageOf(browser, grove, await makeViewer(page, grove, team.uid));
  const isLive = live(viewer);
  await viewer.goto(groupUrl(team.uid, '/children?scope=in'));
  await isLive;
  const table = viewer.getByRole('grid', { name: 'Child groups' });
  const names = table.getByRole('gridcell').getByRole('link');
  await expect(names).toHaveText(['alpha', 'omega']);

  await change(page, grove, `/iam/v2beta1/groups/${first.uid}?updateMask=description`, {
    name: 'alpha',
    description: 'of the other',
  });
  await expect(table.getByText('of the other')).toBeVisible();

  await makeGroup(page, grove, team.uid, 'kappa');
  const offer = viewer.getByRole('button', { name: '1 new' });
  await expect(offer).toBeVisible();
  await expect(names).toHaveText(['alpha', 'omega']);
  await expect(viewer.getByRole('treeitem', { name: 'kappa' })).toBeVisible();
  await offer.click();
  await expect(names).toHaveText(['alpha', 'kappa', 'omega']);
  await expect(offer).toBeHidden();
  await viewer.context().close();
});

test('a form says at once that the resource was changed, and that it is gone', async ({
  ownerPage: page,
  browser,
  grove,
}) => {
  const team = await makeGroup(page, grove, grove.rootUid);
  const identity = await makeIdentity(page, grove, team.uid, { name: 'robot' });
  const email = await makeViewer(page, grove, team.uid, 'editor');
  const editor = await pageOf(browser, grove, email);
  const isLive = live(editor);
  await editor.goto(groupUrl(team.uid, `/identities/${identity.uid.replaceAll('/', '.')}/edit`));
  await isLive;
  const sheet = editor.getByRole('dialog', { name: 'Edit robot' });
  await sheet.getByRole('textbox', { name: 'Description' }).fill('mine');
  const path = `/iam/v2beta1/identities/${identity.uid}`;
  await change(page, grove, `${path}?updateMask=description`, { description: 'theirs' });
  await expect(sheet.getByRole('alert')).toContainText('was changed meanwhile');
  await sheet.getByRole('button', { name: 'Compare versions' }).click();
  const versions = editor.getByRole('dialog', { name: 'Two versions of this identity' });
  await expect(versions.getByText('theirs', { exact: true })).toBeVisible();
  await versions.getByRole('button', { name: 'Continue with these' }).click();
  await expect(sheet.getByRole('alert')).toBeHidden();

  await remove(page, grove, path);
  await expect(sheet.getByRole('alert')).toContainText('This identity was deleted');
  await expect(sheet.getByRole('textbox', { name: 'Description' })).toHaveValue('mine');
  await editor.context().close();
});

test('the overview and the activity follow', async ({ ownerPage: page, browser, grove }) => {
  const team = await makeGroup(page, grove, grove.rootUid);
  const viewer = await pageOf(browser, grove, await makeViewer(page, grove, team.uid));
  const isLive = live(viewer);
  await viewer.goto(groupUrl(team.uid));
  await isLive;
  await makeGroup(page, grove, team.uid, 'counted');
  await expect(
    viewer.getByRole('link', { name: /^Groups\W*1\b|^1\W*groups?/i }).first(),
  ).toBeVisible();

  const activity = live(page);
  await page.goto(groupUrl(team.uid, '/activity?scope=below'));
  await activity;
  await makeGroup(page, grove, team.uid, 'recorded');
  await page.getByRole('button', { name: '1 new' }).click();
  await expect(page.getByRole('table', { name: 'Activity' })).toContainText('recorded');
  await viewer.context().close();
});

test('the tabs of a browser share a connection, and another tab takes it over', async ({
  ownerPage: page,
  grove,
}) => {
  const team = await makeGroup(page, grove, grove.rootUid);
  const streams: string[] = [];
  page.context().on('request', (request) => {
    if (request.resourceType() === 'eventsource') streams.push(request.url());
  });
  const isLive = live(page);
  await page.goto(groupUrl(team.uid, '/children?scope=in'));
  await isLive;
  const second = await page.context().newPage();
  await second.goto(groupUrl(team.uid, '/children?scope=in'));
  await makeGroup(page, grove, team.uid, 'heard by both');
  for (const tab of [page, second]) {
    const rows = tab.getByRole('grid', { name: 'Child groups' });
    await expect(rows.getByRole('link', { name: 'heard by both' })).toBeVisible();
  }
  expect(streams).toHaveLength(1);
  const taken = live(second);
  await page.goto('about:blank');
  await taken;
  await makeGroup(page, grove, team.uid, 'zeta');
  const row = second
    .getByRole('grid', { name: 'Child groups' })
    .getByRole('link', { name: 'zeta' });
  await expect(row.or(second.getByRole('button', { name: '1 new' }))).toBeVisible();
});

test('a page without a connection says so', async ({ ownerPage: page, grove }) => {
  const team = await makeGroup(page, grove, grove.rootUid);
  await page.clock.install();
  await page.route('**/events:watch*', (route) => route.fulfill({ status: 500 }));
  await page.goto(groupUrl(team.uid, '/children?scope=in'));
  await expect(page.getByRole('heading', { name: 'No groups yet' })).toBeVisible();
  await page.clock.runFor(10_000);
  await expect(page.getByText('Not live')).toBeVisible();
});
