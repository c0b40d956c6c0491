/** Keys with which programs act as identities. */
import { expect, groupUrl, makeGroup, test } from '../fixtures.ts';
import { bind, identityUrl, makeIdentity } from './identities.ts';

const KEY = /^grove_[0-9A-Za-z]{49}$/;

test('a key is made, shown once, used and deleted', async ({ ownerPage: page, grove }) => {
  const { uid: group } = await makeGroup(page, grove, grove.rootUid, 'has keys');
  const identity = await makeIdentity(page, grove, group, { name: 'robot' });
  await bind(page, grove, group, identity.uid, 'viewer');
  await page.goto(groupUrl(group, '/keys'));
  await expect(page.getByText('No keys yet')).toBeVisible();

  await page.getByRole('link', { name: 'New key' }).first().click();
  const sheet = page.getByRole('dialog', { name: 'New key in has keys' });
  await sheet.getByRole('textbox', { name: 'Name' }).fill('nightly');
  await sheet.getByRole('combobox', { name: 'Acts as' }).fill('rob');
  await page.getByRole('option', { name: 'robot' }).click();
  await sheet.getByRole('textbox', { name: 'Networks' }).fill('127.0.0.0/8 ::1 nowhere');
  await sheet.getByRole('button', { name: 'Create key' }).click();
  await expect(sheet.getByText('must be an address or a CIDR block').first()).toBeVisible();
  await sheet.getByRole('textbox', { name: 'Networks' }).fill('127.0.0.0/8, ::1');
  await sheet.getByRole('button', { name: 'Create key' }).click();

  const shown = page.getByRole('dialog', { name: 'Key created' });
  const text = (await shown.getByText(KEY).textContent()) ?? '';
  await shown.getByRole('button', { name: 'Done' }).click();
  const question = page.getByRole('alertdialog', { name: 'Close without the key?' });
  await question.getByRole('button', { name: 'Close without it' }).click();
  const row = page.getByRole('grid', { name: 'Keys' }).getByRole('row', { name: /nightly/ });
  await expect(row).toContainText('Active');
  await expect(row).toContainText('Never used');
  await expect(page.getByText(text)).toHaveCount(0);

  const me = () =>
    fetch(`${grove.url}/auth/v1/me`, { headers: { authorization: `Bearer ${text}` } });
  expect((await me()).status).toBe(200);
  await page.reload();
  await expect(row).not.toContainText('Never used');

  await page.goto(identityUrl(identity.uid));
  const keys = page.getByRole('region', { name: 'Keys' });
  await expect(keys.getByRole('listitem')).toContainText('nightly');
  await keys.getByRole('link', { name: 'Manage keys' }).click();
  await page.getByRole('button', { name: 'Actions for nightly' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  const ask = page.getByRole('alertdialog', { name: 'Delete nightly?' });
  await expect(ask).toContainText('It was last used');
  await ask.getByRole('button', { name: 'Delete key' }).click();
  await expect(row).toHaveCount(0);
  expect((await me()).status).toBe(401);
});

test(
  'a key of an identity begins with that identity',
  { tag: '@long' },
  async ({ ownerPage: page, grove }) => {
    const { uid: group } = await makeGroup(page, grove, grove.rootUid, 'of one identity');
    const identity = await makeIdentity(page, grove, group, { name: 'builder' });
    await page.goto(identityUrl(identity.uid));
    await page.getByRole('region', { name: 'Keys' }).getByRole('link', { name: 'New key' }).click();
    const sheet = page.getByRole('dialog', { name: 'New key in of one identity' });
    await expect(sheet.getByRole('combobox', { name: 'Acts as' })).toHaveValue('builder');
  },
);
