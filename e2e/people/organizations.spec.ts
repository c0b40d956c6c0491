/** People join organizations that name their account, refuse, and leave. */
import type { Page } from '@playwright/test';
import { expect, type Grove, groupUrl, ORGANIZATION, test } from '../fixtures.ts';
import { look } from '../support/look.ts';
import { DESKTOP, PHONE } from '../support/widths.ts';
import { signedIn, type Somebody } from './signed-in.ts';

// The owner founds other organizations, which other tests would see.
test.use({ apart: 'organizations' });

const OWN = { 'sec-fetch-site': 'same-origin' };

async function send(page: Page, { url }: Grove, path: string, data: object) {
  const headers = { origin: url, ...OWN };
  const answer = await page.request.post(`/iam/v2beta1/${path}`, { data, headers });
  expect(answer.status()).toBe(200);
  return (await answer.json()) as { uid: string };
}

/** Another organization of the owner, with the name of the first one, that has named a person as a viewer. */
async function found(page: Page, grove: Grove, person: Somebody): Promise<string> {
  const called = `naming ${crypto.randomUUID().slice(0, 8)}`;
  const { uid } = await send(page, grove, 'groups', { name: called });
  const claimMatch = { issuer: grove.url, subject: person.uid };
  const identity = await send(page, grove, `identities/${uid}`, { name: 'named', claimMatch });
  const found = await page.request.get('/iam/v2beta1/roles?name=viewer');
  const { roles } = (await found.json()) as { roles: { uid: string }[] };
  const binding = { identityUid: identity.uid, roleUid: roles[0]?.uid };
  await send(page, grove, `roleBindings/${uid}`, binding);
  // The owner sees both, so that the API would refuse two of one name.
  await grove.database.rowsIn('Group').update({ where: { uid }, data: { name: ORGANIZATION } });
  return uid;
}

const asking = (page: Page) =>
  page.getByRole('list', { name: 'Organizations that ask you to join' }).getByRole('listitem');
const joined = (page: Page) =>
  page.getByRole('list', { name: 'Your organizations' }).getByRole('listitem');

for (const [device, size] of [
  ['a desktop', DESKTOP],
  ['a phone', PHONE],
] as const) {
  test(`on ${device}, a person joins an organization, tells it from its namesake, and leaves it`, async ({
    ownerPage,
    grove,
  }) => {
    const person = await signedIn(ownerPage, grove, grove.rootUid);
    const { page } = person;
    await page.setViewportSize(size);
    const root = await found(ownerPage, grove, person);
    await page.goto('/groups');
    // The person still has one group only.
    await expect(page).toHaveURL(groupUrl(grove.rootUid));
    await page.getByRole('button', { name: /an organization asks you to join/ }).click();
    await page.getByRole('menuitem', { name: 'An organization asks you to join' }).click();
    await expect(page).toHaveURL('/settings/organizations');
    await expect(asking(page)).toHaveCount(1);
    await expect(asking(page)).toContainText('No verified domain');
    await expect(joined(page)).toHaveCount(1);
    await expect(joined(page)).toContainText('Holds your account');
    await look(page);

    await asking(page)
      .getByRole('button', { name: `Join ${ORGANIZATION}` })
      .click();
    await expect(joined(page)).toHaveCount(2);
    await expect(asking(page)).toHaveCount(0);

    await page.goto('/groups');
    const other = page.getByRole('listitem').filter({ hasText: root.slice(0, 8) });
    await expect(other.getByRole('link', { name: ORGANIZATION })).toBeVisible();
    await other.getByRole('link', { name: ORGANIZATION }).click();
    await expect(page).toHaveURL(groupUrl(root));
    if (size === PHONE) {
      await page.getByRole('button', { name: /^Open the group tree, now at acme \(/ }).click();
    }
    const item = page.getByRole('treeitem', { name: `${ORGANIZATION} (${root.slice(0, 8)})` });
    await expect(item).toHaveAttribute('aria-selected', 'true');

    await page.goto('/settings/organizations');
    const row = joined(page).filter({ hasNotText: 'Holds your account' });
    await row.getByRole('button', { name: 'Leave…' }).click();
    const question = page.getByRole('alertdialog', { name: `Leave ${ORGANIZATION}?` });
    await expect(question).toContainText('Your identity there is deleted');
    await look(page);
    await question.getByRole('button', { name: 'Leave organization' }).click();
    await expect(joined(page)).toHaveCount(1);
    await page.goto(groupUrl(root));
    await expect(page.getByRole('heading', { name: 'acme' })).toHaveCount(0);
    await page.context().close();
  });
}

test('a person refuses to join, and deletes their account with its organization', async ({
  ownerPage,
  grove,
}) => {
  const person = await signedIn(ownerPage, grove, grove.rootUid);
  const { page } = person;
  await found(ownerPage, grove, person);
  await page.goto('/settings/organizations');
  await asking(page).getByRole('button', { name: 'Refuse…' }).click();
  const question = page.getByRole('alertdialog', { name: `Refuse to join ${ORGANIZATION}?` });
  await question.getByRole('button', { name: 'Refuse' }).click();
  await expect(question).toBeHidden();
  await expect(asking(page)).toHaveCount(0);

  await joined(page).getByRole('button', { name: 'Leave…' }).click();
  const leaving = page.getByRole('alertdialog', { name: `Leave ${ORGANIZATION}?` });
  await expect(leaving).toContainText('holds your account, which is deleted');
  await leaving.getByRole('button', { name: 'Leave and delete my account' }).click();
  await expect(page).toHaveURL(/\/sign-in/);
  await page.context().close();
});

test('an administrator sees who has not joined, and why nothing is granted', async ({
  ownerPage: page,
  grove,
}) => {
  const person = await signedIn(page, grove, grove.rootUid);
  const root = await found(page, grove, person);
  await page.goto(groupUrl(root, '/identities'));
  const row = page.getByRole('row').filter({ hasText: 'named' });
  await expect(row).toContainText('Not joined');
  await row.getByRole('link', { name: 'named' }).click();
  await expect(page.getByRole('article', { name: 'named' })).toContainText(
    'Has had no effect since',
  );

  await page.goto(groupUrl(root, '/access'));
  const binding = page.getByRole('row').filter({ hasText: 'named' });
  await expect(
    binding.getByRole('link', { name: 'No effect: named has not joined' }),
  ).toBeVisible();
  await expect(binding).not.toContainText('Blocked');
  await person.page.context().close();
});
