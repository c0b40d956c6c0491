import { expect, groupUrl, makeGroup, test } from '../fixtures.ts';

test('a workflow is connected by keyboard, and its first sign-in shows up', async ({
  ownerPage: page,
  grove,
  request,
}) => {
  const group = await makeGroup(page, grove, grove.rootUid);
  await page.goto(groupUrl(group.uid, '/identities'));
  await page.getByRole('link', { name: 'Connect a workflow' }).press('Enter');
  await expect(page.getByRole('link', { name: 'GitHub Actions' })).toBeFocused();
  await page.keyboard.press('Enter');
  const form = page.getByRole('dialog', { name: `Connect GitHub Actions to ${group.name}` });
  await expect(form.getByRole('textbox', { name: 'Address of the repository' })).toBeFocused();
  await page.keyboard.type('git@github.com:acme/shop.git');
  await form.getByRole('button', { name: 'Connect workflow' }).press('Enter');
  const role = form.getByRole('combobox', { name: 'Role' });
  await expect(role).toBeFocused();
  await page.keyboard.type('registry.viewer');
  await expect(role).toHaveAttribute('aria-activedescendant', /./);
  await page.keyboard.press('Enter');
  await expect(role).toHaveValue('registry.viewer');
  await page.keyboard.press('Enter');

  const result = page.getByRole('dialog', { name: 'Connect acme/shop on main' });
  await expect(result.getByText('Waiting for the first sign-in')).toBeVisible();
  await expect(result.getByText('branches: ["main"]')).toBeVisible();
  const identityUid = new URL(page.url()).searchParams.get('connected');

  const answer = await page.request.post(`/iam/v2beta1/identityKeys/${group.uid}`, {
    data: { name: 'in place of its token', identityUid, ttl: '3600s' },
    headers: { origin: grove.url, 'sec-fetch-site': 'same-origin' },
  });
  const { key } = (await answer.json()) as { key: string };
  const list = `/iam/v2beta1/groups?uidp.descendants_of=${group.uid}`;
  const listed = await request.get(list, { headers: { authorization: `Bearer ${key}` } });
  expect(listed.status()).toBe(200);
  await expect(result.getByText('The workflow is connected.')).toBeVisible();

  await result.getByRole('button', { name: 'Done' }).press('Enter');
  const row = page.getByRole('row', { name: /acme\/shop on main/ });
  await expect(row).toContainText('registry.viewer');
});
