/** Administrators block people, and end their sessions. */
import type { Page } from '@playwright/test';
import { expect, groupUrl, makeGroup, test } from '../fixtures.ts';
import { makeViewer, signInAs } from '../access/viewer.ts';
import { actionOf, bind, identityUrl, ISSUER, makeIdentity } from './identities.ts';
import { signedIn } from './signed-in.ts';

const toastOf = (page: Page, title: string) =>
  page.getByRole('alertdialog').filter({ hasText: title });

test('a person is blocked with a reason, is out at once, and comes back', async ({
  ownerPage: page,
  grove,
}) => {
  const { uid: group } = await makeGroup(page, grove, grove.rootUid, 'of the blocked');
  const person = await signedIn(page, grove, group);
  await expect(person.page.getByRole('heading', { level: 1 })).toContainText('of the blocked');

  await page.goto(identityUrl(person.uid));
  const article = page.getByRole('article', { name: person.email });
  await (await actionOf(page, 'Block…')).click();
  const dialog = page.getByRole('alertdialog', { name: `Block ${person.email}?` });
  await expect(dialog).toContainText('their sessions, tokens and keys');
  await expect(dialog).toContainText('unblocking gives everything back');
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('lost laptop');
  await dialog.getByRole('button', { name: 'Block identity' }).click();
  await expect(toastOf(page, 'blocked')).toBeVisible();
  await expect(article.getByText('Blocked', { exact: true })).toBeVisible();
  await expect(article.getByText(/Blocked .*: lost laptop/)).toBeVisible();

  await person.page.reload();
  await expect(person.page).toHaveURL(/\/sign-in/);
  await expect(person.page.getByText('your access is blocked')).toBeVisible();

  await (await actionOf(page, 'Explain access')).click();
  await expect(page.getByText('This identity is blocked').first()).toBeVisible();

  await page.goto(identityUrl(person.uid));
  await (await actionOf(page, 'Unblock…')).click();
  const back = page.getByRole('alertdialog', { name: `Unblock ${person.email}?` });
  await back.getByRole('button', { name: 'Unblock identity' }).click();
  await expect(await actionOf(page, 'Block…')).toBeVisible();
  await person.page.goto(groupUrl(group));
  await expect(person.page.getByRole('heading', { level: 1 })).toContainText('of the blocked');
  await person.page.context().close();
});

test('a block from below shows where it has effect, and is in the list of the organization', async ({
  ownerPage: page,
  grove,
}) => {
  const { uid: group, name } = await makeGroup(page, grove, grove.rootUid, 'blocks below');
  const hire = await makeIdentity(page, grove, group, {
    name: 'new hire',
    claimMatch: { issuer: ISSUER, subject: `hire of ${group}` },
  });
  const editor = await signedIn(page, grove, group, 'editor');
  await editor.page.goto(identityUrl(hire.uid));
  await (await actionOf(editor.page, 'Block…')).click();
  const dialog = editor.page.getByRole('alertdialog', { name: 'Block new hire?' });
  await expect(dialog).toContainText(`by roles in ${name} and below`);
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('not yet');
  await dialog.getByRole('button', { name: 'Block identity' }).click();
  await expect(editor.page.getByText(/Blocked .* and below: not yet/)).toBeVisible();

  await page.goto(groupUrl(grove.rootUid, '/identities'));
  await page.getByRole('link', { name: 'Blocked', exact: true }).click();
  const list = page.getByRole('grid', { name: 'Identities' });
  const row = list.getByRole('row', { name: /new hire/ });
  await expect(row).toContainText(`${name} and below`);
  // A reason that nobody can read explains nothing.
  const isCut = await row
    .getByText('not yet')
    .evaluate(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth);
  expect(isCut).toBe(false);

  // Whoever set the block can undo it.
  await (await actionOf(editor.page, 'Unblock…')).click();
  const back = editor.page.getByRole('alertdialog', { name: 'Unblock new hire?' });
  await back.getByRole('button', { name: 'Unblock identity' }).click();
  await expect(toastOf(editor.page, 'unblocked')).toBeVisible();
  await page.reload();
  await expect(row).toHaveCount(0);
  await editor.page.context().close();
});

test(
  'blocking is taken back, and the list shows who is blocked',
  { tag: '@long' },
  async ({ ownerPage: page, grove }) => {
    const { uid: group } = await makeGroup(page, grove, grove.rootUid, 'blocked or not');
    const robot = await makeIdentity(page, grove, group, {
      name: 'robot',
      // A subject of this test's own, because a block applies in the whole organization.
      claimMatch: { issuer: ISSUER, subject: group },
    });
    await makeIdentity(page, grove, group, {
      name: 'other',
      claimMatch: { issuer: ISSUER, subjectPattern: 'other-.*' },
    });
    await bind(page, grove, group, robot.uid, 'viewer');
    await page.goto(groupUrl(group, '/identities'));
    const list = page.getByRole('grid', { name: 'Identities' });
    await page.getByRole('button', { name: 'Actions for other' }).click();
    await page.getByRole('menuitem', { name: 'Block…' }).click();
    const dialog = page.getByRole('alertdialog', { name: 'Block other?' });
    await expect(dialog).toContainText('everyone whom its patterns match');
    await dialog.getByRole('button', { name: 'Cancel' }).click();

    await page.getByRole('button', { name: 'Actions for robot' }).click();
    await page.getByRole('menuitem', { name: 'Block…' }).click();
    await page
      .getByRole('alertdialog', { name: 'Block robot?' })
      .getByRole('button', { name: 'Block identity' })
      .click();
    const row = list.getByRole('row', { name: /robot/ });
    await expect(row).toContainText('Blocked');

    await page.goto(groupUrl(group, '/identities?blocked=true'));
    await expect(list.getByRole('row', { name: /robot/ })).toBeVisible();
    await expect(list.getByRole('row', { name: /other/ })).toHaveCount(0);

    await page.getByRole('button', { name: 'Actions for robot' }).click();
    await page.getByRole('menuitem', { name: 'Unblock…' }).click();
    await page
      .getByRole('alertdialog', { name: 'Unblock robot?' })
      .getByRole('button', { name: 'Unblock identity' })
      .click();
    await expect(list.getByRole('row', { name: /robot/ })).toHaveCount(0);
    await toastOf(page, 'Identity robot unblocked').getByRole('button', { name: 'Undo' }).click();
    await expect(row).toContainText('Blocked');
  },
);

test(
  'several identities are blocked at once, which is taken back',
  { tag: ['@desktop-only', '@long'] },
  async ({ ownerPage: page, grove }) => {
    const { uid: group } = await makeGroup(page, grove, grove.rootUid, 'several blocked');
    for (const name of ['robot', 'other']) {
      const claimMatch = { issuer: ISSUER, subjectPattern: `${name}-${group}-.*` };
      const { uid } = await makeIdentity(page, grove, group, { name, claimMatch });
      if (name === 'other') continue;
      const blocked = await page.request.post('/iam/v2beta1/identities:block', {
        data: { uid },
        headers: { origin: grove.url, 'sec-fetch-site': 'same-origin' },
      });
      expect(blocked.status()).toBe(200);
    }
    await page.goto(groupUrl(group, '/identities'));
    const list = page.getByRole('grid', { name: 'Identities' });
    await page.getByRole('checkbox', { name: 'Select all rows of this page' }).check();
    const bar = page.getByRole('group', { name: 'Selected rows' });
    await expect(bar.getByRole('button', { name: 'Block' })).toBeDisabled();
    await page.getByRole('checkbox', { name: 'Select robot' }).uncheck();
    await bar.getByRole('button', { name: 'Block' }).click();
    await page
      .getByRole('alertdialog', { name: 'Block 1 identity?' })
      .getByRole('button', { name: 'Block 1 identity' })
      .click();
    const other = list.getByRole('row', { name: /other/ });
    await expect(other).toContainText('Blocked');
    await toastOf(page, '1 identity blocked').getByRole('button', { name: 'Undo' }).click();
    await expect(other).not.toContainText('Blocked');
  },
);

test(
  'the sessions of a person are shown and ended',
  { tag: '@long' },
  async ({ ownerPage: page, grove }) => {
    const { uid: group } = await makeGroup(page, grove, grove.rootUid, 'of sessions');
    const person = await signedIn(page, grove, group);
    await page.goto(identityUrl(person.uid));
    const sessions = page.getByRole('region', { name: 'Sessions' });
    await expect(sessions.getByRole('listitem')).toHaveCount(1);
    await expect(sessions.getByRole('listitem')).toContainText('with a password');
    await sessions.getByRole('button', { name: /^End/ }).click();
    const dialog = page.getByRole('alertdialog', { name: /^End .*\?$/ });
    await dialog.getByRole('button', { name: 'End session' }).click();
    await expect(sessions.getByText('Not signed in through this organization')).toBeVisible();
    await person.page.reload();
    await expect(person.page).toHaveURL(/\/sign-in/);
    await person.page.context().close();
  },
);

test(
  'nobody blocks themselves, and a viewer blocks nobody',
  { tag: '@long' },
  async ({ ownerPage: page, grove }) => {
    const { uid: group } = await makeGroup(page, grove, grove.rootUid, 'not to be blocked');
    const me = await page.request.get('/auth/v1/me');
    const { identities } = (await me.json()) as { identities: { uid: string; name: string }[] };
    await page.goto(identityUrl(identities[0]?.uid ?? ''));
    await expect(await actionOf(page, 'Block…')).toHaveAttribute('aria-disabled', 'true');
    const robot = await makeIdentity(page, grove, group, { name: 'robot' });
    await signInAs(page, await makeViewer(page, grove, group), identityUrl(robot.uid));
    await expect(page.getByRole('article', { name: 'robot' })).toBeVisible();
    await expect(await actionOf(page, 'Block…')).toHaveAttribute('aria-disabled', 'true');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('region', { name: 'Sessions' })).toHaveCount(0);
  },
);
