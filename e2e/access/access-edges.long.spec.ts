import { builtInRole } from '#lib/resources/built-in-roles.ts';
import type { Page } from '@playwright/test';
import { expect, groupUrl, makeGroup, test } from '../fixtures.ts';
import { bind, makeIdentity } from '../people/identities.ts';

const sizeOf = (role: string) => builtInRole(role).capabilities.length;
const [EDITOR, VIEWER] = [sizeOf('editor'), sizeOf('viewer')];

/** The console page of an identity's only binding. */
async function onlyBindingUrl(page: Page, identity: string, rest = ''): Promise<string> {
  const found = await page.request.get(`/iam/v2beta1/roleBindings?identity=${identity}`);
  const { roleBindings } = (await found.json()) as { roleBindings: { uid: string }[] };
  expect(roleBindings).toHaveLength(1);
  const uid = roleBindings[0]?.uid ?? '';
  const group = uid.slice(0, uid.lastIndexOf('/'));
  return groupUrl(group, `/access/${uid.replaceAll('/', '.')}${rest}`);
}

test('the editor of a binding says which access a change removes', async ({
  ownerPage: page,
  grove,
}) => {
  const group = await makeGroup(page, grove, grove.rootUid);
  const identity = await makeIdentity(page, grove, group.uid);
  await bind(page, grove, group.uid, identity.uid, 'editor');
  await page.goto(await onlyBindingUrl(page, identity.uid, '/edit'));
  const editor = page.getByRole('dialog', { name: 'Edit pipeline as editor' });
  const loses = editor.getByText(/^pipeline immediately loses/);
  await expect(editor.getByText(`already has all ${EDITOR} capabilities`)).toBeVisible();
  await expect(loses).toBeHidden();
  await editor.getByRole('combobox', { name: 'Role' }).fill('owner');
  await page.getByRole('option', { name: /^owner/ }).click();
  await expect(
    editor.getByText(new RegExp(`^Adds .* The identity already has the other ${EDITOR}\\.$`)),
  ).toBeVisible();
  await expect(editor.getByText(`already granted: ${EDITOR}`)).toBeVisible();
  await editor.getByRole('combobox', { name: 'Role' }).fill('viewer');
  await page.getByRole('option', { name: /^viewer/ }).click();
  await expect(loses).toContainText(`loses ${EDITOR - VIEWER} capabilities in ${group.name}`);
  await expect(editor.getByText('identity: create, update, delete')).toBeVisible();
  const saved = page.waitForRequest((request) => request.method() === 'PATCH');
  await editor.getByRole('button', { name: 'Save changes' }).click();
  expect(new URL((await saved).url()).searchParams.get('updateMask')).toBe('roleUid');
  await expect(editor).toBeHidden();
  const article = page.getByRole('article', { name: 'pipeline as viewer' });
  await expect(article.getByText(`granted by this binding only: ${VIEWER}`)).toBeVisible();
});

test('a role bound here and above is shown with both groups', async ({
  ownerPage: page,
  grove,
}) => {
  const top = await makeGroup(page, grove, grove.rootUid, 'above both');
  const below = await makeGroup(page, grove, top.uid);
  const identity = await makeIdentity(page, grove, top.uid);
  for (const group of [top, below]) {
    await bind(page, grove, group.uid, identity.uid, 'viewer');
  }
  await page.goto(groupUrl(below.uid, `/access?identity=${encodeURIComponent(identity.uid)}`));
  const table = page.getByRole('grid', { name: 'Role bindings' });
  const menu = (name: string) =>
    table.getByRole('button', { name: `Actions for ${name}`, exact: true });
  await expect(menu('pipeline as viewer')).toBeVisible();
  await expect(menu('pipeline as viewer on above both')).toBeVisible();
  const redundant = table.getByRole('link', { name: /^Already granted/ });
  await expect(redundant).toHaveAccessibleName(
    /^Already granted: viewer on above both grants all of/,
  );
  await redundant.click();
  await expect(page.getByText('grants all that this binding does')).toBeVisible();
  await page.getByRole('button', { name: 'Remove' }).click();
  const question = page.getByRole('alertdialog', { name: 'Remove pipeline as viewer?' });
  await expect(question.getByText('pipeline loses nothing')).toBeVisible();
});
