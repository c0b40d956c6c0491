import type { Page } from '@playwright/test';
import { expect, groupUrl, type Grove, makeGroup, test } from '../fixtures.ts';
import { bind, makeIdentity } from '../people/identities.ts';

const toastOf = (page: Page, title: string | RegExp) =>
  page.getByRole('alertdialog').filter({ hasText: title });

const undoIn = (page: Page, title: string | RegExp) =>
  toastOf(page, title).getByRole('button', { name: 'Undo' });

async function rename(page: Page, uid: string, name: string) {
  await page.goto(groupUrl(uid, '/edit'));
  const editor = page.getByRole('dialog');
  await editor.getByLabel('Name').fill(name);
  await editor.getByRole('button', { name: 'Save changes' }).click();
  await expect(toastOf(page, `Group ${name} saved`)).toBeVisible();
  // The editor still gets the keys while it closes.
  await expect(editor).toBeHidden();
}

const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

/** A group with three bindings of identities of its own. */
async function withBindings(page: Page, grove: Grove, name: string): Promise<string> {
  const { uid } = await makeGroup(page, grove, grove.rootUid, name);
  for (const [identity, role] of [
    ['first', 'viewer'],
    ['second', 'editor'],
    ['third', 'viewer'],
  ] as const) {
    const made = await makeIdentity(page, grove, uid, {
      name: identity,
      claimMatch: { issuer: 'https://ci.example.com', subject: `${name} ${identity}` },
    });
    await bind(page, grove, uid, made.uid, role);
  }
  return uid;
}

const bindings = (page: Page) => page.getByRole('grid', { name: 'Role bindings' });

/** The menus of the bindings, which count them. The row of headings on wide screens has no menu. */
const menus = (page: Page) => bindings(page).getByRole('button', { name: /^Actions for / });

test('undoing a rename is a change of its own', async ({ ownerPage: page, grove, isMobile }) => {
  const { uid } = await makeGroup(page, grove, grove.rootUid, 'named first');
  await rename(page, uid, 'named second');
  await expect(title(page, 'named second')).toBeVisible();
  if (isMobile) await undoIn(page, 'named second').click();
  else await page.keyboard.press('z');
  await expect(toastOf(page, 'Undone')).toBeVisible();
  await expect(title(page, 'named first')).toBeVisible();
  await expect(undoIn(page, 'named')).toHaveCount(0);
  const log = await page.request.get(`/iam/v2beta1/auditEvents?resource=${uid}`);
  const { auditEvents } = (await log.json()) as { auditEvents: { type: string }[] };
  const updates = auditEvents.filter(({ type }) => /update/i.test(type));
  expect(updates).toHaveLength(2);
});

test(
  'a change is taken back by z after a reload',
  { tag: '@desktop-only' },
  async ({ ownerPage: page, grove }) => {
    const { uid } = await makeGroup(page, grove, grove.rootUid, 'before the reload');
    await rename(page, uid, 'after the reload');
    await page.goto(groupUrl(uid));
    await expect(title(page, 'after the reload')).toBeVisible();
    await page.keyboard.press('z');
    await expect(toastOf(page, 'Group after the reload saved')).toBeVisible();
    await page.keyboard.press('z');
    await expect(toastOf(page, 'Undone')).toBeVisible();
    await expect(title(page, 'before the reload')).toBeVisible();
  },
);

test(
  'the offer stays while it is under the pointer or has the focus',
  { tag: ['@desktop-only', '@long'] },
  async ({ ownerPage: page, grove }) => {
    const { uid } = await makeGroup(page, grove, grove.rootUid, 'kept open');
    await page.clock.install();
    await rename(page, uid, 'kept open longer');
    const offer = toastOf(page, 'Group kept open longer saved');
    await offer.hover();
    await page.clock.fastForward(60_000);
    await expect(offer).toBeVisible();
    await expect(offer).toBeVisible();
    await page.mouse.move(0, 0);
    await page.keyboard.press('F6');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await expect(undoIn(page, 'kept open longer')).toBeFocused();
    await page.clock.fastForward(60_000);
    await expect(offer).toBeVisible();
    await page.keyboard.press('F6');
    await title(page, 'kept open longer').click();
    await page.clock.fastForward(11_000);
    await expect(offer).toHaveCount(0);
  },
);

test(
  'what cannot be undone any more says why',
  { tag: '@long' },
  async ({ ownerPage: page, grove }) => {
    const { uid } = await makeGroup(page, grove, grove.rootUid, 'before');
    await rename(page, uid, 'after');
    const meanwhile = await page.request.patch(`/iam/v2beta1/groups/${uid}?updateMask=name`, {
      data: { name: 'named by others' },
      headers: { origin: grove.url, 'sec-fetch-site': 'same-origin' },
    });
    expect(meanwhile.status()).toBe(200);
    await undoIn(page, 'Group after saved').click();
    const problem = toastOf(page, 'Not undone: Group after saved');
    await expect(problem).toBeVisible();
    await expect(problem).toContainText('was changed since');
  },
);

test('a removed binding is granted again', { tag: '@long' }, async ({ ownerPage: page, grove }) => {
  const uid = await withBindings(page, grove, 'one removed');
  await page.goto(groupUrl(uid, '/access?scope=in'));
  await bindings(page).getByRole('button', { name: 'Actions for second as editor' }).click();
  await page.getByRole('menuitem', { name: 'Remove' }).click();
  await page.getByRole('button', { name: 'Remove binding' }).click();
  await expect(menus(page)).toHaveCount(2);
  await undoIn(page, 'second as editor removed').click();
  await expect(toastOf(page, 'second as editor: granted again on one removed')).toBeVisible();
  await expect(menus(page)).toHaveCount(3);
});

test(
  'bindings that were removed together are granted again',
  { tag: '@desktop-only' },
  async ({ ownerPage: page, grove }) => {
    const uid = await withBindings(page, grove, 'all removed');
    await page.goto(groupUrl(uid, '/access?scope=in'));
    const removeAll = async () => {
      await expect(menus(page)).toHaveCount(3);
      await bindings(page).getByRole('checkbox', { name: 'Select all rows of this page' }).check();
      await page.getByRole('group', { name: 'Selected rows' }).getByText('Remove').click();
      await page.getByRole('button', { name: 'Remove 3 role bindings' }).click();
      await expect(toastOf(page, '3 role bindings removed')).toBeVisible();
    };
    await removeAll();
    await undoIn(page, '3 role bindings removed').click();
    await expect(toastOf(page, '3 role bindings granted again')).toBeVisible();
    await removeAll();
    const identities = await page.request.get(`/iam/v2beta1/identities?uidp.children_of=${uid}`);
    const found = (await identities.json()) as { identities: { uid: string; name: string }[] };
    const gone = found.identities.find(({ name }) => name === 'first')?.uid ?? '';
    const deleted = await page.request.delete(`/iam/v2beta1/identities/${gone}`, {
      headers: { origin: grove.url, 'sec-fetch-site': 'same-origin' },
    });
    expect(deleted.status()).toBe(200);
    await undoIn(page, '3 role bindings removed').click();
    const problem = toastOf(page, 'Not everything was undone');
    await expect(problem).toContainText('1 of 3 stay as they are.');
    await expect(menus(page)).toHaveCount(2);
  },
);

test(
  'a list that cannot be loaded again says so',
  { tag: '@long' },
  async ({ ownerPage: page, grove }) => {
    const uid = await withBindings(page, grove, 'out of date');
    await page.goto(groupUrl(uid, '/access?scope=in'));
    await expect(menus(page)).toHaveCount(3);
    const lists = /\/iam\/v2beta1\/roleBindings\?/;
    await page.route(lists, (route) =>
      route.fulfill({ status: 500, json: { code: 13, message: 'the database is busy' } }),
    );
    await bindings(page).getByRole('button', { name: 'Actions for second as editor' }).click();
    await page.getByRole('menuitem', { name: 'Remove' }).click();
    await page.getByRole('button', { name: 'Remove binding' }).click();
    const problem = page.getByRole('alert').filter({ hasText: 'the rows may be out of date' });
    await expect(problem).toContainText('the database is busy');
    await expect(menus(page)).toHaveCount(3);
    await page.unroute(lists);
    await problem.getByRole('button', { name: 'Try again' }).click();
    await expect(menus(page)).toHaveCount(2);
    await expect(problem).toHaveCount(0);
  },
);
