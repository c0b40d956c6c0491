import type { Page } from '@playwright/test';
import { expect, type Grove, makeGroup, test } from '../fixtures.ts';
import { look } from '../support/look.ts';
import { inOtherBrowser } from '../support/other-browser.ts';
import { makeRole } from './access.ts';
import { insertPerson } from './person.ts';
import { signInAs } from './viewer.ts';

interface Person {
  email: string;
  uid: string;
}

async function newPerson(grove: Grove): Promise<Person> {
  const email = `somebody-${crypto.randomUUID()}@acme.example`;
  return { email, uid: await insertPerson(grove, grove.rootUid, email) };
}

async function give(page: Page, grove: Grove, group: string, data: object): Promise<string> {
  const answer = await page.request.post(`/iam/v2beta1/roleBindings/${group}`, {
    data,
    headers: { origin: grove.url, 'sec-fetch-site': 'same-origin' },
  });
  expect(answer.status()).toBe(200);
  return ((await answer.json()) as { uid: string }).uid;
}

test('a person sees what they may do, where, until when and by what', async ({
  ownerPage: owner,
  grove,
}) => {
  const top = await makeGroup(owner, grove, grove.rootUid, 'payments');
  const deep = await makeGroup(owner, grove, top.uid, 'ledger');
  // Without role_bindings.list: what one has oneself needs no capability.
  const reader = await makeRole(owner, grove, grove.rootUid, `reader ${crypto.randomUUID()}`, [
    'groups.list',
    'identity.list',
  ]);
  const tagger = await makeRole(owner, grove, grove.rootUid, `tagger ${crypto.randomUUID()}`, [
    'tag.list',
  ]);
  const { email, uid: identityUid } = await newPerson(grove);
  const page = await inOtherBrowser(owner, { baseURL: grove.url });
  await signInAs(page, email, '/my-access');
  await expect(page.getByRole('heading', { name: 'You have no role yet' })).toBeVisible();

  const end = new Date(Date.now() + 30 * 86_400_000);
  const begin = new Date(Date.now() + 10 * 86_400_000);
  await give(owner, grove, top.uid, { identityUid, roleUid: reader.uid });
  await give(owner, grove, deep.uid, {
    identityUid,
    roleUid: tagger.uid,
    startTime: begin.toISOString(),
    expirationTime: end.toISOString(),
  });
  await page.reload();
  const organization = page.getByRole('region', { name: 'acme' });
  const payments = organization.getByRole('listitem').filter({ hasText: /^payments/ });
  await expect(payments).toContainText(`${reader.name} · granted to you`);
  await payments.getByText('What I may do').click();
  await expect(payments).toContainText('GroupsListgroups.list');
  await expect(payments).toContainText('IdentitiesListidentity.list');

  const ledger = organization.getByRole('listitem').filter({ hasText: /^ledger/ });
  await expect(ledger).toContainText(`From groups above: ${reader.name} at payments`);
  await expect(ledger.getByRole('listitem')).toContainText(`${tagger.name} from `);
  await ledger.getByText('What I may do').click();
  await expect(ledger).not.toContainText('tag.list');
  const clock = (time: Date) =>
    time.toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' });
  await expect(ledger.getByRole('time').first()).toContainText(clock(begin));

  const calendar = page.getByRole('region', { name: 'What begins and ends' });
  await expect(calendar.getByRole('heading', { level: 3 })).toHaveCount(2);
  await expect(calendar).toContainText(`${tagger.name} at ledger in payments begins`);
  await expect(calendar).toContainText(`${tagger.name} at ledger in payments ends`);
  await look(page);

  await payments.getByRole('link', { name: 'payments', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'payments' })).toBeVisible();
  await page.getByRole('button', { name: 'Account' }).click();
  await page.getByRole('menuitem', { name: 'My access' }).click();
  await expect(page).toHaveURL('/my-access');
});

test('a role that is given or taken appears and goes by itself', async ({
  ownerPage: owner,
  grove,
}) => {
  const group = await makeGroup(owner, grove, grove.rootUid, 'beside');
  const { email, uid: identityUid } = await newPerson(grove);
  const role = await makeRole(owner, grove, grove.rootUid, `seer ${crypto.randomUUID()}`, [
    'groups.list',
    'audit.list',
  ]);
  await give(owner, grove, group.uid, { identityUid, roleUid: role.uid });
  const page = await inOtherBrowser(owner, { baseURL: grove.url });
  const isLive = page.waitForResponse((answer) => answer.url().includes('/events:watch'));
  await signInAs(page, email, '/my-access');
  await isLive;
  const child = await makeGroup(owner, grove, group.uid, 'further down');
  const link = page.getByRole('main').getByRole('link', { name: 'further down', exact: true });
  const uid = await give(owner, grove, child.uid, { identityUid, roleUid: role.uid });
  await expect(link).toBeVisible();
  const removed = await owner.request.delete(`/iam/v2beta1/roleBindings/${uid}`, {
    headers: { origin: grove.url, 'sec-fetch-site': 'same-origin' },
  });
  expect(removed.status()).toBe(200);
  await expect(link).toBeHidden();
});
