/** What a new organization shows until it is set up. */
import { expect, setUp, signIn, test } from '../fixtures.ts';

test('a new organization shows what to do first, and what of it is done', async ({
  page,
  freshGrove,
}) => {
  const root = await setUp(freshGrove, page.request);
  await signIn(page.request, freshGrove);
  const overview = `${freshGrove.url}/groups/${root}`;
  const create = async (collection: string, data: object) => {
    const answer = await page.request.post(`${freshGrove.url}/iam/v2beta1/${collection}/${root}`, {
      data,
      headers: { origin: freshGrove.url, 'sec-fetch-site': 'same-origin' },
    });
    expect(answer.status()).toBe(200);
  };
  await page.goto(overview);
  const steps = page.getByRole('region', { name: 'First steps' });
  await expect(steps.getByText('0 of 5 done')).toBeVisible();
  await expect(steps.getByRole('listitem')).toHaveCount(5);

  await page.waitForLoadState('networkidle');
  await steps.getByRole('link', { name: 'New group' }).click();
  const sheet = page.getByRole('dialog', { name: 'New group' });
  await sheet.getByRole('textbox', { name: 'Name' }).fill('platform');
  await sheet.getByRole('button', { name: 'Create group' }).click();
  await expect(sheet).toBeHidden();
  await page.goto(overview);
  await expect(steps.getByText('1 of 5 done')).toBeVisible();
  await expect(steps.getByText('Create a group, done')).toBeVisible();
  await expect(steps.getByRole('link', { name: 'New group' })).toHaveCount(0);

  const roles = await page.request.get(`${freshGrove.url}/iam/v2beta1/roles?name=viewer`);
  const { roles: found } = (await roles.json()) as { roles: { uid: string }[] };
  await create('groupInvites', { roleUid: found[0]?.uid, ttl: '86400s' });
  await page.reload();
  await expect(steps.getByText('Bring in people, done')).toBeVisible();

  await page.waitForLoadState('networkidle');
  await steps.getByRole('button', { name: 'Hide first steps' }).click();
  await expect(steps).toBeHidden();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'This group', exact: true })).toBeVisible();
  await expect(steps).toBeHidden();
});
