/**
 * Edge cases of editing: extra steps in the history, lost focus, requests for deleted resources.
 */
import { expect, groupUrl, makeGroup, test } from '../fixtures.ts';

test('undoing typed changes leaves no extra history entry', async ({ ownerPage: page, grove }) => {
  const { uid, name } = await makeGroup(page, grove, grove.rootUid);
  await page.goto(groupUrl(uid));
  await page.getByRole('link', { name: 'Edit' }).click();
  const form = page.getByRole('dialog', { name: `Edit ${name}` });
  const save = form.getByRole('button', { name: 'Save changes' });
  await form.getByLabel('Description').fill('x');
  await expect(save).not.toHaveAttribute('aria-disabled');
  await form.getByLabel('Description').fill('');
  await expect(save).toHaveAttribute('aria-disabled', 'true');
  await page.goBack();
  await expect(form).toBeHidden();
  await expect(page).toHaveURL(groupUrl(uid));
});

test('shortcuts work while a notice is shown', async ({ ownerPage: page, grove }) => {
  const { uid } = await makeGroup(page, grove, grove.rootUid);
  await page.goto(groupUrl(uid, '/children/new'));
  await page.getByRole('dialog').getByLabel('Name').fill('noticed');
  await page.getByRole('button', { name: 'Create group' }).click();
  await expect(page.getByText('Group noticed created')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: 'noticed' })).toBeVisible();
  await expect(page.getByRole('dialog')).toBeHidden();
  await page.keyboard.press('e');
  await expect(page.getByRole('dialog', { name: 'Edit noticed' })).toBeVisible();
  await expect(page.getByText('Group noticed created')).toBeVisible();
});

test('after a delete the page requests nothing that is deleted', async ({
  ownerPage: page,
  grove,
}) => {
  const parent = await makeGroup(page, grove, grove.rootUid);
  const child = await makeGroup(page, grove, parent.uid);
  const refused: string[] = [];
  page.on('response', (response) => {
    if (response.status() >= 400) refused.push(`${response.status()} ${response.url()}`);
  });
  await page.goto(groupUrl(child.uid));
  await page.getByRole('button', { name: 'Actions for this group' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('button', { name: 'Delete group' }).click();
  await expect(page.getByRole('heading', { name: 'No groups yet' })).toBeVisible();
  await expect(page.getByRole('main')).toBeFocused();
  expect(refused).toEqual([]);
});

test('the focus returns to the row from which an editor was opened', async ({
  ownerPage: page,
  grove,
}) => {
  const parent = await makeGroup(page, grove, grove.rootUid);
  await makeGroup(page, grove, parent.uid, 'one');
  await page.goto(groupUrl(parent.uid, '/children'));
  const actions = page.getByRole('button', { name: 'Actions for one' });
  await actions.click();
  await expect(actions).toHaveAttribute('aria-expanded', 'true');
  await page.keyboard.press('Escape');
  await expect(actions).toBeFocused();
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(actions).toBeFocused();
});

test('a person who reaches several groups chooses one', async ({ ownerPage: page, grove }) => {
  const headers = { origin: grove.url, 'sec-fetch-site': 'same-origin' };
  const answer = await page.request.post('/iam/v2beta1/groups', {
    data: { name: 'beta' },
    headers,
  });
  const { uid } = (await answer.json()) as { uid: string };
  await page.goto('/groups');
  await expect(page.getByRole('heading', { level: 1, name: 'Your groups' })).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'beta' }).click();
  await expect(page).toHaveURL(groupUrl(uid));
  await page.request.delete(`/iam/v2beta1/groups/${uid}`, { headers });
});
