import type { Page } from '@playwright/test';
import { expect, groupUrl, type Grove, makeGroup, test } from '../fixtures.ts';
import { bind, makeIdentity } from '../people/identities.ts';

const sameOrigin = (grove: Grove) => ({ origin: grove.url, 'sec-fetch-site': 'same-origin' });

/** Opens the newest event of a resource in the log of a group. */
async function openEvent(page: Page, group: string, resource: string, title: string) {
  await page.goto(groupUrl(group, `/activity?resource=${encodeURIComponent(resource)}`));
  await page.getByRole('link', { name: title }).first().click();
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
}

const putBack = (page: Page) => page.getByRole('button', { name: 'Put back' });

const question = (page: Page) => page.getByRole('alertdialog', { name: 'Put back?' });

test('a deleted binding comes back from its event', async ({ ownerPage: page, grove }) => {
  const { uid } = await makeGroup(page, grove, grove.rootUid, 'with an event');
  const made = await makeIdentity(page, grove, uid, {
    name: 'robot',
    claimMatch: { issuer: 'https://ci.example.com', subject: 'with an event' },
  });
  await bind(page, grove, uid, made.uid, 'viewer');
  const bound = await page.request.get(`/iam/v2beta1/roleBindings?group=${uid}`);
  const [binding = { uid: '' }] = ((await bound.json()) as { roleBindings: { uid: string }[] })
    .roleBindings;
  const headers = sameOrigin(grove);
  await page.request.delete(`/iam/v2beta1/roleBindings/${binding.uid}`, { headers });
  await openEvent(page, uid, binding.uid, 'Role binding deleted');
  await putBack(page).click();
  await expect(question(page)).toContainText('It comes back with its name and another uid');
  await question(page).getByRole('button', { name: 'Put back' }).click();
  await expect(question(page)).toBeHidden();
  const list = await page.request.get(`/iam/v2beta1/roleBindings?group=${uid}`);
  const { roleBindings } = (await list.json()) as { roleBindings: { role: { name: string } }[] };
  expect(roleBindings.map(({ role }) => role.name)).toEqual(['viewer']);
  await putBack(page).click();
  await expect(question(page).getByRole('alert')).toContainText('already is a binding');
});

test('an edit is put back field by field', async ({ ownerPage: page, grove }) => {
  const { uid } = await makeGroup(page, grove, grove.rootUid, 'merged before');
  const headers = sameOrigin(grove);
  const edit = (data: object) =>
    page.request.patch(`/iam/v2beta1/groups/${uid}`, { data, headers });
  await edit({ name: 'merged after', description: 'first' });
  await edit({ description: 'second' });
  await page.goto(groupUrl(uid, `/activity?resource=${encodeURIComponent(uid)}`));
  await page.getByRole('link', { name: 'Group updated' }).nth(1).click();
  await putBack(page).click();
  const choice = question(page).getByRole('checkbox', { name: 'description' });
  await expect(choice).not.toBeChecked();
  await choice.check();
  await question(page).getByRole('button', { name: 'Put back' }).click();
  await expect(page.getByRole('link', { name: 'merged before' })).toBeVisible();
  const read = await page.request.get(`/iam/v2beta1/groups/${uid}`);
  expect(await read.json()).toMatchObject({ name: 'merged before', description: '' });
});
