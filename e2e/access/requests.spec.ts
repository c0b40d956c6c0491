/** Two people beside each other: one asks for a role, the other answers. */
import type { Page } from '@playwright/test';
import { expect, type Grove, groupUrl, makeGroup, test } from '../fixtures.ts';
import { look } from '../support/look.ts';
import { inOtherBrowser } from '../support/other-browser.ts';
import { PHONE } from '../support/widths.ts';
import { insertPerson } from './person.ts';
import { signInAs } from './viewer.ts';

const EDITOR = 'editor';

async function post(page: Page, grove: Grove, path: string, data: object) {
  const headers = { origin: grove.url, 'sec-fetch-site': 'same-origin' };
  const answer = await page.request.post(`/iam/v2beta1/${path}`, { data, headers });
  expect(answer.status(), await answer.text()).toBe(200);
  return (await answer.json()) as { uid: string };
}

async function roleUid(page: Page, name: string): Promise<string> {
  const answer = await page.request.get(`/iam/v2beta1/roles?name=${name}`);
  return ((await answer.json()) as { roles: { uid: string }[] }).roles[0]?.uid ?? '';
}

interface Asker {
  page: Page;
  email: string;
  group: string;
  rule: string;
}

/** Somebody without a role who may ask for `editor` in a new group, in a browser of their own. */
async function newAsker(
  owner: Page,
  grove: Grove,
  name: string,
  rule: object = {},
): Promise<Asker> {
  const { uid: group } = await makeGroup(owner, grove, grove.rootUid, name);
  const email = `asker-${crypto.randomUUID()}@acme.example`;
  const uid = await insertPerson(grove, grove.rootUid, email);
  const made = await post(owner, grove, `requestRules/${group}`, {
    name: 'on call',
    roles: [await roleUid(owner, EDITOR)],
    requesterIdentities: [uid],
    maxDuration: '7200s',
    reasonPattern: 'OPS-[0-9]+.*',
    ...rule,
  });
  const page = await inOtherBrowser(owner, { baseURL: grove.url });
  return { page, email, group, rule: made.uid };
}

const asked = async ({ page, group, rule }: Asker, grove: Grove, owner: Page) =>
  post(page, grove, `accessRequests/${group}`, {
    ruleUid: rule,
    roleUid: await roleUid(owner, EDITOR),
    duration: '3600s',
    reason: 'OPS-7: a fault',
  });

test('one asks where they may see nothing, another approves less, and the first sees it', async ({
  ownerPage: owner,
  grove,
}) => {
  const asker = await newAsker(owner, grove, 'beside each other');
  const { page, email, group } = asker;
  await signInAs(page, email, groupUrl(group));
  await expect(page.getByRole('heading', { name: 'You do not have access' })).toBeVisible();
  await page.getByRole('link', { name: 'Ask for access' }).click();
  await expect(page.getByLabel('Role')).toBeVisible();
  await expect(page.getByText('1 person has to approve it')).toBeVisible();
  await look(page);
  await page.getByLabel('Reason').fill('because');
  await expect(page.getByLabel('Reason')).toHaveAttribute('aria-invalid', 'true');
  await page.getByLabel('Reason').fill('OPS-12: a fault');
  await expect(page.getByText(/^Asks .*/)).toBeVisible();
  await page.getByLabel('For how long').selectOption('2 hours');
  await page.getByRole('button', { name: 'Ask for access' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText(
    'editor at beside each other',
  );
  await expect(page.getByText('Waiting')).toBeVisible();
  const address = new URL(page.url()).pathname;
  await look(page);

  // As from the link of an e-mail, on a phone: opening it answers nothing.
  await owner.setViewportSize(PHONE);
  await owner.goto(address);
  await expect(owner.getByText('OPS-12: a fault')).toBeVisible();
  await owner.getByRole('button', { name: 'Approve…' }).click();
  const dialog = owner.getByRole('dialog', { name: 'Approve the request?' });
  await dialog.getByLabel('For how long').selectOption('15 minutes');
  await dialog.getByLabel('Reason').fill('only as long as the fault');
  await look(owner);
  await dialog.getByRole('button', { name: 'Approve', exact: true }).click();
  await expect(owner.getByRole('button', { name: 'Approve…' })).toBeHidden();

  await expect(page.getByText('Approved', { exact: true })).toBeVisible({ timeout: 30_000 });
  await expect(page.getByText('only as long as the fault')).toBeVisible();
  await page.goto('/my-access');
  const own = page.getByRole('region', { name: 'acme' });
  await expect(own.getByRole('listitem').filter({ hasText: 'editor' }).first()).toContainText(
    /until (?:today|tomorrow)/,
  );
  await expect(page.getByRole('region', { name: 'My requests' })).toContainText('Approved');
});

test('what waits is counted in the frame, and several are answered at once', async ({
  ownerPage: owner,
  grove,
}) => {
  const askers = [
    await newAsker(owner, grove, 'first of many'),
    await newAsker(owner, grove, 'second of many'),
  ];
  for (const one of askers) {
    await signInAs(one.page, one.email, '/my-access');
    await asked(one, grove, owner);
  }
  await owner.goto('/explain');
  const account = owner.getByRole('button', { name: /^Account .*waiting/ });
  await account.click();
  await owner.getByRole('menuitem', { name: /^Requests: \d+ waiting/ }).click();
  await expect(owner.getByRole('heading', { level: 1, name: 'Requests' })).toBeVisible();
  const list = owner.getByRole('list', { name: 'Requests' });
  for (const { email } of askers) {
    await list.getByRole('checkbox', { name: `Select the request of ${email}` }).check();
  }
  await look(owner);
  await owner.getByRole('button', { name: 'Deny…' }).click();
  const dialog = owner.getByRole('dialog', { name: 'Deny 2 requests?' });
  await dialog.getByLabel('Reason').fill('not today');
  await dialog.getByRole('button', { name: 'Deny', exact: true }).click();
  for (const { email, page } of askers) {
    await expect(list.getByText(email)).toBeHidden();
    await page.reload();
    await expect(page.getByRole('region', { name: 'My requests' })).toContainText('Denied');
  }
});

test('a request is taken back, and a group out of sight offers to ask', async ({
  ownerPage: owner,
  grove,
}) => {
  const asker = await newAsker(owner, grove, 'out of sight');
  const { page, email, group } = asker;
  // With a role elsewhere, so that the frame shows the group's page.
  const { uid: elsewhere } = await makeGroup(owner, grove, grove.rootUid, 'in sight');
  const rule = await owner.request.get(`/iam/v2beta1/requestRules/${asker.rule}`);
  const { requesterIdentities } = (await rule.json()) as { requesterIdentities: string[] };
  await post(owner, grove, `roleBindings/${elsewhere}`, {
    identityUid: requesterIdentities[0],
    roleUid: await roleUid(owner, 'viewer'),
  });
  await signInAs(page, email, groupUrl(group));
  await expect(page.getByRole('heading', { name: 'You may not see this group' })).toBeVisible();
  await page.getByRole('link', { name: 'Ask for access' }).click();
  await expect(page).toHaveURL(/\/my-access\/ask\?group=/);

  const { uid } = await asked(asker, grove, owner);
  await page.goto(`/requests/${uid.replaceAll('/', '.')}`);
  await page.getByRole('button', { name: 'Withdraw…' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Withdraw' }).click();
  await expect(page.getByText('Withdrawn', { exact: true }).first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Withdraw…' })).toBeHidden();
});
