import type { Page } from '@playwright/test';
import { builtInRole } from '#lib/resources/built-in-roles.ts';
import { expect, type Grove, groupUrl, makeGroup, test } from '../fixtures.ts';
import { whenReady } from '../support/ready-page.ts';
import { makeViewer, signInAs } from './viewer.ts';

const table = (page: Page) => page.getByRole('grid', { name: 'Invites' });
const rows = (page: Page) => table(page).getByRole('row').filter({ hasText: 'viewer' });

async function invite(page: Page, grove: Grove, group: string, more: object = {}) {
  const answer = await page.request.post(`/iam/v2beta1/groupInvites/${group}`, {
    data: { roleUid: builtInRole('viewer').uid, ttl: '3600s', singleUse: true, ...more },
    headers: { origin: grove.url, 'sec-fetch-site': 'same-origin' },
  });
  expect(answer.status()).toBe(200);
  return (await answer.json()) as { uid: string; code: string };
}

async function pickViewer(page: Page) {
  await page.getByRole('combobox', { name: 'Role' }).fill('viewer');
  await page.getByRole('option', { name: /^viewer/ }).click();
}

test('the link of an invite is shown once, and works', async ({ ownerPage: page, grove }) => {
  const group = await makeGroup(page, grove, grove.rootUid);
  await page.goto(groupUrl(group.uid, '/invites'));
  await expect(page.getByRole('heading', { name: 'No invites yet' })).toBeVisible();
  await page.getByRole('link', { name: 'New invite' }).first().click();
  const form = page.getByRole('dialog', { name: `New invite to ${group.name}` });
  await form.getByRole('checkbox', { name: 'Single use' }).uncheck();
  await expect(form.getByText('Anyone with the link can join until it expires')).toBeVisible();
  await form.getByLabel('E-mail').fill('not an address');
  await pickViewer(page);
  await form.getByRole('button', { name: 'Create invite' }).click();
  await expect(form.getByLabel('E-mail')).toBeFocused();
  await expect(form.getByLabel('E-mail')).toHaveAccessibleDescription(/must be an e-mail address/);
  await form.getByLabel('E-mail').fill('grace@acme.example\nnobody');
  await form.getByRole('button', { name: 'Create invite' }).click();
  await expect(form.getByLabel('E-mail')).toHaveAccessibleDescription(
    /Not an e-mail address: nobody$/,
  );
  await form.getByLabel('E-mail').fill('');
  await form.getByRole('checkbox', { name: 'Single use' }).check();
  await form.getByRole('button', { name: 'Create invite' }).click();

  const made = page.getByRole('dialog', { name: 'Invite created' });
  await expect(made).toContainText('Copy this link now. It is never shown again');
  const link = (await made.getByRole('code').textContent()) ?? '';
  expect(link).toMatch(new RegExp(`^${grove.url}/join#grove-inv-`));
  expect(page.url()).not.toContain('grove-inv-');
  await page.keyboard.press('Escape');
  const question = page.getByRole('alertdialog', { name: 'Close without the link?' });
  await question.getByRole('button', { name: 'Back to the link' }).click();

  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await made.getByRole('button', { name: 'Copy link' }).click();
  await expect(made.getByRole('status')).toHaveText('Copied');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link);
  await made.getByRole('button', { name: 'Done' }).click();
  await expect(made).toBeHidden();
  await expect(page).toHaveURL(/\/invites$/);
  await expect(rows(page)).toContainText('Active');

  await page.goto(link);
  await page.getByRole('button', { name: 'Join as ada@acme.example' }).click();
  await expect(page).toHaveURL(groupUrl(group.uid));
  await page.goto(groupUrl(group.uid, '/invites'));
  await expect(rows(page)).toContainText('Used');
});

test('a lost link is replaced by a new one, and the old one ends', async ({
  ownerPage: page,
  grove,
}) => {
  const group = await makeGroup(page, grove, grove.rootUid);
  const old = await invite(page, grove, group.uid, { email: 'grace@acme.example' });
  await page.goto(groupUrl(group.uid, '/invites'));
  await rows(page)
    .getByRole('button', { name: /^Actions for/ })
    .click();
  await page.getByRole('menuitem', { name: 'Send again' }).click();
  const form = page.getByRole('dialog', { name: `New link to ${group.name}` });
  await expect(form.getByLabel('E-mail')).toHaveValue('grace@acme.example');
  await form.getByRole('button', { name: 'Replace the link' }).click();
  const made = page.getByRole('dialog', { name: 'Invite created' });
  await expect(made.getByRole('link', { name: 'Write the e-mail' })).toHaveAttribute(
    'href',
    /^mailto:grace%40acme\.example\?subject=Join%20/,
  );
  await expect(rows(page)).toHaveCount(1);
  const gone = await page.request.get(`/iam/v2beta1/groupInvites/${old.uid}`);
  expect(gone.status()).toBe(404);
});

test('a pasted list makes an invite for each address', async ({ ownerPage: page, grove }) => {
  const group = await makeGroup(page, grove, grove.rootUid);
  await page.goto(groupUrl(group.uid, '/invites/new'));
  const form = page.getByRole('dialog', { name: `New invite to ${group.name}` });
  await pickViewer(page);
  await form.getByLabel('E-mail').fill('Grace <grace@acme.example>; lin@acme.example\nada@acme.e');
  await expect(form.getByRole('status')).toHaveText('3 invites will be created.');
  await form.getByRole('button', { name: 'Create invite' }).click();
  const made = page.getByRole('dialog', { name: '2 invites created' });
  await expect(made.getByRole('code')).toHaveText(
    new RegExp(
      `^grace@acme\\.example ${grove.url}/join#\\S+\nlin@acme\\.example ${grove.url}/join#\\S+$`,
    ),
  );
  await expect(made.getByRole('alert')).toContainText('ada@acme.e: ');
});

test(
  'several invites show how many were tried, and values that cannot be sent have no API call',
  { tag: '@long' },
  async ({ ownerPage: page, grove }) => {
    const group = await makeGroup(page, grove, grove.rootUid);
    await page.goto(groupUrl(group.uid, '/invites/new'));
    const form = page.getByRole('dialog', { name: `New invite to ${group.name}` });
    await pickViewer(page);
    await form.getByLabel('E-mail').fill('grace@acme.example, lin');
    await form.getByRole('button', { name: 'API call' }).click();
    const call = page.getByRole('dialog', { name: 'API call' });
    await expect(call.getByRole('alert')).toContainText('Not an e-mail address: lin');
    await call.getByRole('button', { name: 'Close' }).click();

    await form.getByLabel('E-mail').fill('grace@acme.example, lin@acme.example');
    const held = Promise.withResolvers<void>();
    await page.route('**/iam/v2beta1/groupInvites/**', async (route) => {
      if (route.request().postData()?.includes('lin@') === true) await held.promise;
      await route.continue();
    });
    await form.getByRole('button', { name: 'Create invite' }).click();
    const progress = form.getByRole('progressbar', { name: /^Creating invites/ });
    await expect(progress).toHaveAttribute('value', '1');
    held.resolve();
    await expect(page.getByRole('dialog', { name: '2 invites created' })).toBeVisible();
  },
);

test(
  'an invite is revoked, and its link with it',
  { tag: '@long' },
  async ({ ownerPage: page, grove }) => {
    const group = await makeGroup(page, grove, grove.rootUid);
    const { code } = await invite(page, grove, group.uid, { email: 'grace@acme.example' });
    await page.goto(groupUrl(group.uid, '/invites'));
    await expect(rows(page)).toContainText('grace@acme.example');
    await page.getByRole('button', { name: 'Actions for viewer for grace@acme.example' }).click();
    await page.getByRole('menuitem', { name: 'Revoke' }).click();
    const question = page.getByRole('alertdialog', { name: /^Revoke viewer for grace/ });
    await expect(question).toContainText('stops working immediately');
    await question.getByRole('button', { name: 'Revoke invite' }).click();
    await expect(page.getByRole('heading', { name: 'No invites yet' })).toBeVisible();
    await page.goto(`/join#${code}`);
    await expect(page.getByRole('heading', { name: 'This invite cannot be used' })).toBeVisible();
  },
);

test(
  'the keyboard alone makes an invite',
  { tag: ['@desktop-only', '@long'] },
  async ({ ownerPage: page, grove }) => {
    const group = await makeGroup(page, grove, grove.rootUid);
    await page.goto(groupUrl(group.uid));
    await whenReady(page);
    await page.keyboard.press('g');
    await page.keyboard.press('n');
    await expect(page.getByRole('heading', { name: 'No invites yet' })).toBeVisible();
    await page.keyboard.press('n');
    const form = page.getByRole('dialog', { name: /^New invite/ });
    const role = form.getByRole('combobox', { name: 'Role' });
    await role.focus();
    await page.keyboard.type('viewer');
    // The list has the built-in roles whose name contains the text, this one last.
    await expect(page.getByRole('listbox').getByRole('option')).toHaveCount(3);
    // The first option is highlighted once the options match the text.
    await expect(role).toHaveAttribute('aria-activedescendant', /./);
    await page.keyboard.press('PageDown');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('listbox')).toBeHidden();
    await expect(role).toHaveValue('viewer');
    await form.getByRole('button', { name: 'Create invite' }).focus();
    await page.keyboard.press('Enter');
    const copy = page.getByRole('button', { name: 'Copy link' });
    await expect(copy).toBeFocused();
  },
);

test(
  'a viewer sees invites and what is not theirs to do',
  { tag: '@long' },
  async ({ ownerPage: page, grove }) => {
    const group = await makeGroup(page, grove, grove.rootUid);
    await invite(page, grove, group.uid);
    const email = await makeViewer(page, grove, group.uid);
    await signInAs(page, email, groupUrl(group.uid, '/invites'));
    // Only the audit log says whether an invite was used, and a viewer cannot read it.
    await expect(rows(page)).toContainText('Not expired');
    const create = page.getByRole('button', { name: 'New invite' });
    await expect(create).toBeDisabled();
    await create.focus();
    await expect(page.getByText('Your roles do not grant group_invites.create')).toBeVisible();
    await page.route('**/iam/v2beta1/groupInvites?**', (route) =>
      route.fulfill({ status: 500, json: { code: 13, message: 'Internal error: request x' } }),
    );
    await page.getByRole('radio', { name: 'With groups below' }).check();
    await expect(page.getByText('Invites could not be loaded')).toBeVisible();
  },
);
