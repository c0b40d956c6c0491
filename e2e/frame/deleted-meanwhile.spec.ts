/** One person deletes a group that another one has open. */
import type { Browser, Page } from '@playwright/test';
import { makeViewer } from '../access/viewer.ts';
import { expect, type Grove, groupUrl, makeGroup, signIn, test } from '../fixtures.ts';
import { whenReady } from '../support/ready-page.ts';

/** An editor in a browser of their own, where nothing says live what others change. */
async function editorOf(browser: Browser, page: Page, grove: Grove, group: string) {
  const email = await makeViewer(page, grove, group, 'editor');
  const context = await browser.newContext({ baseURL: grove.url });
  await signIn(context.request, { email });
  const editor = await context.newPage();
  await editor.route('**/events:watch*', (route) => route.abort());
  return editor;
}

async function removeGroup(page: Page, grove: Grove, uid: string): Promise<void> {
  const headers = { origin: grove.url, 'sec-fetch-site': 'same-origin' };
  const answer = await page.request.delete(`/iam/v2beta1/groups/${uid}`, { headers });
  expect(answer.status()).toBe(200);
}

test('a tab of a group that somebody deleted says so, and leads to the group above', async ({
  ownerPage: page,
  browser,
  grove,
}) => {
  const above = await makeGroup(page, grove, grove.rootUid, 'above');
  const team = await makeGroup(page, grove, above.uid, 'short lived');
  const editor = await editorOf(browser, page, grove, above.uid);
  await editor.clock.install();
  await editor.goto(groupUrl(team.uid));
  await whenReady(editor);
  await removeGroup(page, grove, team.uid);
  await editor.clock.runFor(3_000);
  await editor.getByRole('link', { name: 'Access', exact: true }).click();
  const gone = editor.getByRole('alert');
  await expect(gone.getByRole('heading', { name: 'short lived was deleted' })).toBeVisible();
  await expect(editor.getByRole('heading', { name: 'No identities yet' })).toBeHidden();
  await gone.getByRole('link', { name: 'Go to above' }).click();
  await expect(editor.getByRole('heading', { level: 1, name: 'above' })).toBeVisible();
  await editor.context().close();
});

test('a form in a group that somebody deleted says so, and what was typed can be copied', async ({
  ownerPage: page,
  browser,
  grove,
}) => {
  const team = await makeGroup(page, grove, grove.rootUid, 'short lived too');
  // Without another role this person loses all access with the group.
  const editor = await editorOf(browser, page, grove, team.uid);
  await editor.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await editor.clock.install();
  await editor.goto(groupUrl(team.uid, '/identities/new'));
  await whenReady(editor);
  const sheet = editor.getByRole('dialog');
  await sheet.getByRole('textbox', { name: 'Name' }).fill('reader of logs');
  await sheet.getByRole('textbox', { name: 'Description' }).fill('typed at length');
  await sheet.getByRole('textbox', { name: 'Issuer' }).fill('https://issuer.example');
  await sheet.getByRole('textbox', { name: 'Subject' }).fill('robot');
  await removeGroup(page, grove, team.uid);
  await editor.clock.runFor(3_000);
  await sheet.getByRole('button', { name: 'Create identity' }).click();
  await expect(sheet.getByRole('alert')).toContainText('short lived too');
  await expect(sheet.getByRole('alert')).toContainText('Somebody deleted this group');
  await expect(sheet.getByRole('textbox', { name: 'Name' })).toHaveValue('reader of logs');
  await sheet.getByRole('button', { name: 'Copy what you typed' }).click();
  const copied = () => editor.evaluate(() => navigator.clipboard.readText());
  await expect.poll(copied).toContain('Description: typed at length');
  expect(await copied()).toContain('Name: reader of logs');
  await editor.context().close();
});
