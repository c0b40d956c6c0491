/** The questions before something is deleted or removed, and the steps of a deletion with many resources. */
import type { Page } from '@playwright/test';
import { expect, type Grove, groupUrl, makeGroup, OWNER_EMAIL, test } from '../fixtures.ts';
import { bindingUrl, makeRole, roleUrl } from '../access/access.ts';
import { actionOf, bind, identityUrl, makeIdentity } from '../people/identities.ts';
import { signedIn } from '../people/signed-in.ts';
import { failing } from '../support/failing.ts';
import { look } from '../support/look.ts';

test.describe.configure({ mode: 'parallel' });

/** A group with an identity that has a custom role in it. */
async function makeBound(page: Page, grove: Grove) {
  const { uid: group } = await makeGroup(page, grove, grove.rootUid);
  const role = await makeRole(page, grove, group, `role of ${group.slice(-6)}`, ['groups.list']);
  const identity = await makeIdentity(page, grove, group);
  await bind(page, grove, group, identity.uid, encodeURIComponent(role.name));
  return { group, role, identity };
}

async function lookAtQuestion(page: Page, name: RegExp): Promise<void> {
  await expect(page.getByRole('alertdialog', { name })).toBeVisible();
  await look(page);
}

test('a group that has something in it', async ({ ownerPage: page, grove }) => {
  const { group } = await makeBound(page, grove);
  await page.goto(groupUrl(group));
  await page.getByRole('button', { name: 'Actions for this group' }).click();
  await look(page);
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await lookAtQuestion(page, /^Delete /);
});

test('an identity, a role in use, a binding and a key', async ({ ownerPage: page, grove }) => {
  const { group, role, identity } = await makeBound(page, grove);
  await page.goto(identityUrl(identity.uid));
  await (await actionOf(page, 'Delete')).click();
  await lookAtQuestion(page, /^Delete pipeline/);
  await page.goto(roleUrl(group, role.uid));
  await page.getByRole('button', { name: 'Delete' }).click();
  await lookAtQuestion(page, /^Delete role of/);
  const found = await page.request.get(`/iam/v2beta1/roleBindings?identity=${identity.uid}`);
  const { roleBindings } = (await found.json()) as { roleBindings: { uid: string }[] };
  await page.goto(bindingUrl(roleBindings[0]?.uid ?? ''));
  await page.getByRole('button', { name: 'Remove' }).click();
  await lookAtQuestion(page, /^Remove pipeline/);
});

test('the last owner, who cannot be removed', async ({ ownerPage: page, grove }) => {
  await page.goto(groupUrl(grove.rootUid, '/access'));
  await page.getByRole('button', { name: `Actions for ${OWNER_EMAIL} as owner` }).click();
  await page.getByRole('menuitem', { name: 'Remove' }).click();
  const question = page.getByRole('alertdialog');
  await expect(question.getByText(/would have no owner/).first()).toBeVisible();
  await look(page);
});

test('an invite, a registry source, an association', async ({ ownerPage: page, grove }) => {
  const { group, role } = await makeBound(page, grove);
  const headers = { origin: grove.url, 'sec-fetch-site': 'same-origin' };
  const post = (path: string, data: object) => page.request.post(path, { data, headers });
  await post(`/iam/v2beta1/groupInvites/${group}`, { roleUid: role.uid, ttl: '3600s' });
  await post(`/registry/v2beta1/registrySources/${group}`, { url: 'https://registry.example.com' });
  await page.goto(groupUrl(group, '/invites'));
  await page.getByRole('button', { name: /^Actions for role of/ }).click();
  await page.getByRole('menuitem', { name: 'Revoke' }).click();
  await lookAtQuestion(page, /^Revoke/);
  await page.goto(groupUrl(group, '/repos/source'));
  await page.getByRole('button', { name: 'Delete' }).click();
  await lookAtQuestion(page, /^Delete http/);
});

test('the questions before an administrator changes a person', async ({
  ownerPage: page,
  grove,
}) => {
  const { uid } = await makeGroup(page, grove, grove.rootUid);
  const person = await signedIn(page, grove, uid);
  await page.goto(identityUrl(person.uid));
  await page
    .getByRole('region', { name: 'Sessions' })
    .getByRole('button', { name: /^End/ })
    .click();
  await lookAtQuestion(page, /^End /);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Reset password…' }).click();
  await lookAtQuestion(page, /^Reset the password/);
  await page.getByRole('alertdialog').getByRole('button', { name: 'Reset password' }).click();
  await expect(page.getByRole('dialog', { name: 'Password reset' })).toBeVisible();
  await look(page);
  await person.page.context().close();
});

const confirm = async (page: Page, name: string) => {
  await page.getByRole('textbox', { name: `Type ${name} to confirm` }).fill(name);
  await page.getByRole('button', { name: 'Delete everything' }).click();
};

test('a big deletion under way, stopped, and with something left over', async ({
  ownerPage: page,
  grove,
}) => {
  const doomed = await makeGroup(page, grove, grove.rootUid);
  const identity = await makeIdentity(page, grove, doomed.uid);
  const held = Promise.withResolvers<void>();
  await page.route(`**/iam/v2beta1/identities/${identity.uid}`, async (route) => {
    await held.promise;
    await failing(route);
  });
  await page.goto(groupUrl(doomed.uid, '/delete'));
  await confirm(page, doomed.name);
  await expect(page.getByRole('status').filter({ hasText: '0 of 2 deleted' })).toBeVisible();
  await look(page);
  held.resolve();
  await expect(page.getByRole('list', { name: 'What could not be deleted' })).toBeVisible();
  await look(page);
});

test('a big deletion that cannot begin', async ({ ownerPage: page, grove }) => {
  await page.goto(groupUrl(grove.rootUid, '/delete'));
  await expect(page.getByRole('alert').filter({ hasText: 'All owners' })).toBeVisible();
  await look(page);
});
