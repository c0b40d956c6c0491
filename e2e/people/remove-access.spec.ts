import { readFile } from 'node:fs/promises';
import { expect, makeGroup, test } from '../fixtures.ts';
import { actionOf, bind, identityUrl, makeIdentity } from './identities.ts';

test('all access of an identity is removed in one step, with a receipt', async ({
  ownerPage: page,
  grove,
  request,
}) => {
  const group = await makeGroup(page, grove, grove.rootUid);
  const below = await makeGroup(page, grove, group.uid, 'below');
  const identity = await makeIdentity(page, grove, group.uid);
  await bind(page, grove, group.uid, identity.uid, 'owner');
  await bind(page, grove, below.uid, identity.uid, 'viewer');
  const made = await page.request.post(`/iam/v2beta1/identityKeys/${group.uid}`, {
    data: { name: 'nightly', identityUid: identity.uid, ttl: '3600s' },
    headers: { origin: grove.url, 'sec-fetch-site': 'same-origin' },
  });
  const { key } = (await made.json()) as { key: string };
  const authorization = `Bearer ${key}`;
  const found = await request.get('/iam/v2beta1/roles?name=viewer', { headers: { authorization } });
  const { roles } = (await found.json()) as { roles: { uid: string }[] };
  const invited = await request.post(`/iam/v2beta1/groupInvites/${below.uid}`, {
    data: { roleUid: roles[0]?.uid, ttl: '3600s', email: 'eve@acme.example' },
    headers: { authorization },
  });
  expect(invited.status()).toBe(200);

  await page.goto(identityUrl(identity.uid));
  await (await actionOf(page, 'Remove all access…')).press('Enter');
  const dialog = page.getByRole('alertdialog', { name: 'Remove all access of pipeline?' });
  for (const [kind, name] of [
    ['Keys', 'nightly'],
    ['Invites', 'eve@acme.example as viewer on below'],
    ['Role bindings', `owner on ${group.name}`],
    ['Role bindings', 'viewer on below'],
  ] as const) {
    await expect(dialog.getByRole('region', { name: kind })).toContainText(name);
  }
  await dialog.getByRole('button', { name: 'Remove all access' }).press('Enter');

  const end = page.getByRole('dialog', { name: 'All access removed' });
  await expect(end).toContainText('Identity blocked');
  await expect(end).toContainText('eve@acme.example as viewer on below');
  const saving = page.waitForEvent('download');
  await end.getByRole('button', { name: 'Download' }).click();
  const receipt = await readFile(await (await saving).path(), 'utf8');
  expect(receipt).toContain(`Access removed from pipeline\n  ${identity.uid}`);
  expect(receipt).toContain(`owner on ${group.name}`);
  await end.getByRole('button', { name: 'Done' }).click();

  await expect(page.getByText('It has no role that you can see')).toBeVisible();
  await expect(page.getByText('No keys that you can see')).toBeVisible();
  const again = await request.get('/auth/v1/me', { headers: { authorization } });
  expect(again.status()).toBe(401);
  const invites = await page.request.get(`/iam/v2beta1/groupInvites?uidp.children_of=${below.uid}`);
  expect(await invites.json()).toMatchObject({ totalCount: '0' });
});
