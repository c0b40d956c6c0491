import { expect, groupUrl, makeGroup, test } from '../fixtures.ts';
import { makeViewer, signInAs } from '../access/viewer.ts';

test(
  'an editor manages identities and leaves groups and roles alone',
  { tag: '@long' },
  async ({ ownerPage: page, grove }) => {
    const group = await makeGroup(page, grove, grove.rootUid, 'edited by somebody');
    const email = await makeViewer(page, grove, group.uid, 'editor');
    await signInAs(page, email, groupUrl(group.uid, '/identities'));

    await page.getByRole('link', { name: 'New identity' }).first().click();
    const sheet = page.getByRole('dialog', { name: /^New identity/ });
    await sheet.getByRole('textbox', { name: 'Name', exact: true }).fill('nightly build');
    await sheet.getByRole('textbox', { name: 'Issuer' }).fill('https://ci.example.com');
    await sheet.getByRole('textbox', { name: 'Subject' }).fill('nightly');
    await sheet.getByRole('button', { name: 'Create identity' }).click();
    await expect(page.getByRole('article', { name: 'nightly build' })).toBeVisible();

    for (const [tab, action, capability] of [
      ['/children', 'New group', 'groups.create'],
      ['/access', 'New binding', 'role_bindings.create'],
      ['/roles', 'New role', 'roles.create'],
    ] as const) {
      await page.goto(groupUrl(group.uid, tab));
      const button = page.getByRole('button', { name: action }).first();
      await expect(button).toBeDisabled();
      await button.focus();
      await expect(button).toHaveAttribute('data-hint', new RegExp(capability));
    }
  },
);
