import type { Page } from '@playwright/test';
import { expect, type Grove, groupUrl, makeGroup, OWNER_EMAIL, test } from '../fixtures.ts';
import { insertHoldings } from './holdings.ts';
import { insertGroups } from './many-groups.ts';
import { makeViewer, signInAs } from '../access/viewer.ts';

async function post(page: Page, grove: Grove, path: string, data: object) {
  const headers = { origin: grove.url, 'sec-fetch-site': 'same-origin' };
  const answer = await page.request.post(path, { data, headers });
  expect(answer.status(), path).toBe(200);
  return (await answer.json()) as { uid: string };
}

/** A group `doomed` with two nested groups, and one resource of each kind in the deepest. */
async function makeFull(page: Page, grove: Grove) {
  const parent = await makeGroup(page, grove, grove.rootUid);
  const doomed = await makeGroup(page, grove, parent.uid, 'doomed');
  const middle = await makeGroup(page, grove, doomed.uid, 'middle');
  const deepest = await makeGroup(page, grove, middle.uid, 'deepest');
  const { uid: roleUid } = await post(page, grove, `/iam/v2beta1/roles/${deepest.uid}`, {
    name: 'reader',
    capabilities: ['groups.list'],
  });
  const { uid: identityUid } = await post(page, grove, `/iam/v2beta1/identities/${deepest.uid}`, {
    name: 'ci',
    claimMatch: { issuer: 'https://ci.example.com', subject: 'ci' },
  });
  const bound = { identityUid, roleUid };
  await post(page, grove, `/iam/v2beta1/roleBindings/${deepest.uid}`, bound);
  await post(page, grove, `/iam/v2beta1/groupInvites/${deepest.uid}`, { roleUid, ttl: '3600s' });
  return { parent, doomed, middle, deepest, identityUid };
}

const confirmation = (page: Page) => page.getByRole('textbox', { name: 'Type doomed to confirm' });
const go = (page: Page) => page.getByRole('button', { name: 'Delete everything' });
const heading = (page: Page) =>
  page.getByRole('heading', { name: 'Delete doomed with everything in it' });

test('a group is deleted with everything in it, from the question to the end', async ({
  ownerPage: page,
  grove,
}) => {
  const { parent, doomed } = await makeFull(page, grove);
  await page.goto(groupUrl(doomed.uid));
  await page.getByRole('button', { name: 'Actions for this group' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  const question = page.getByRole('alertdialog', { name: 'Delete doomed?' });
  await expect(question).toContainText('1 identity loses the roles it has');
  await question.getByRole('button', { name: 'Delete with everything in it' }).click();

  await expect(page).toHaveURL(groupUrl(doomed.uid, '/delete'));
  await expect(heading(page)).toBeVisible();
  const held = page.getByRole('list', { name: 'In this group and below' });
  await expect(held.getByRole('link')).toHaveText([
    '2 groups',
    '1 identity',
    '1 role binding',
    '1 role',
    '1 invite',
  ]);
  const tree = page.getByRole('tree', { name: 'Groups to delete' });
  await expect(tree.getByRole('treeitem', { name: 'middle' })).toBeVisible();
  await expect(go(page)).toBeDisabled();
  await confirmation(page).fill('doome');
  await expect(go(page)).toBeDisabled();
  await confirmation(page).fill('doomed');
  await go(page).click();
  await expect(page.getByText('Group doomed deleted with everything in it')).toBeVisible();
  await expect(page).toHaveURL(groupUrl(parent.uid, '/children'));
  await expect(page.getByRole('heading', { name: 'No groups yet' })).toBeVisible();
  const left = await page.request.get(`/iam/v2beta1/groups?uidp.descendants_of=${parent.uid}`);
  expect(await left.json()).toMatchObject({ groups: [] });
});

test(
  'by keys alone, from the name to the end',
  { tag: '@long' },
  async ({ ownerPage: page, grove }) => {
    const { parent, doomed } = await makeFull(page, grove);
    await page.goto(groupUrl(doomed.uid, '/delete'));
    await confirmation(page).focus();
    await page.keyboard.type('doomed');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(groupUrl(parent.uid, '/children'));
  },
);

test('a deletion stops on request, runs at most four requests at once, and resumes after a reload', async ({
  ownerPage: page,
  grove,
}) => {
  const { parent, doomed } = await makeFull(page, grove);
  await insertGroups(
    grove,
    doomed.uid,
    Array.from({ length: 40 }, (_, index) => `leaf ${index}`),
  );
  let underWay = 0;
  let most = 0;
  const held: (() => void)[] = [];
  let isHolding = true;
  await page.route('**/iam/v2beta1/**', async (route) => {
    if (route.request().method() !== 'DELETE') return route.continue();
    underWay += 1;
    most = Math.max(most, underWay);
    if (isHolding) await new Promise<void>((resolve) => held.push(resolve));
    await route.continue();
    underWay -= 1;
  });
  await page.goto(groupUrl(doomed.uid, '/delete'));
  await confirmation(page).fill('doomed');
  await go(page).click();
  await expect(page.getByRole('status').filter({ hasText: '0 of 47 deleted' })).toBeVisible();
  await expect.poll(() => held.length).toBe(4);

  await page.getByRole('link', { name: 'Groups', exact: true }).click();
  const leaving = page.getByRole('alertdialog', { name: 'Stop deleting?' });
  await leaving.getByRole('button', { name: 'Keep deleting' }).click();
  await page.getByRole('button', { name: 'Stop', exact: true }).click();
  isHolding = false;
  held.forEach((release) => release());
  await expect(page.getByText('Stopped. Deleted resources stay deleted')).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: '4 of 47 deleted' })).toBeVisible();

  await page.reload();
  await confirmation(page).fill('doomed');
  await go(page).click();
  await page.waitForURL(groupUrl(parent.uid, '/children'));
  expect(most).toBeLessThanOrEqual(4);
});

test('failed deletions are listed with the reason, and can be repeated', async ({
  ownerPage: page,
  grove,
}) => {
  const { parent, doomed, identityUid } = await makeFull(page, grove);
  const identity = `**/iam/v2beta1/identities/${identityUid}`;
  await page.route(identity, (route) =>
    route.fulfill({
      status: 400,
      json: {
        code: 9,
        message: 'failed precondition',
        details: [
          {
            '@type': 'type.googleapis.com/google.rpc.PreconditionFailure',
            violations: [{ type: 'LAST_OWNER', description: 'another group would have no owner' }],
          },
        ],
      },
    }),
  );
  await page.goto(groupUrl(doomed.uid, '/delete'));
  await confirmation(page).fill('doomed');
  await go(page).click();
  await expect(page.getByRole('list', { name: 'What could not be deleted' })).toHaveText(
    'identity ci: another group would have no owner',
  );
  await expect(page.getByText('3 groups are kept because they are not empty.')).toBeVisible();
  await page.unroute(identity);
  await page.getByRole('button', { name: 'Retry the rest' }).click();
  await expect(page).toHaveURL(groupUrl(parent.uid, '/children'));
});

test('repositories and advisories go with their group', async ({ ownerPage: page, grove }) => {
  const parent = await makeGroup(page, grove, grove.rootUid);
  const doomed = await makeGroup(page, grove, parent.uid, 'doomed');
  await insertHoldings(grove, doomed.uid);
  await page.goto(groupUrl(doomed.uid, '/delete'));
  const held = page.getByRole('list', { name: 'In this group and below' });
  await expect(held).toContainText('1 repository');
  await expect(held).toContainText('2 advisories');
  await confirmation(page).fill('doomed');
  await go(page).click();
  await expect(page).toHaveURL(groupUrl(parent.uid, '/children'));
});

test(
  'says before it begins who is in the way',
  { tag: '@long' },
  async ({ ownerPage: page, grove }) => {
    await page.goto(groupUrl(grove.rootUid, '/delete'));
    const self = page.getByRole('alert').filter({ hasText: 'Your own identity is in this group' });
    await expect(self.getByRole('link', { name: OWNER_EMAIL })).toBeVisible();
    await expect(page.getByRole('alert').filter({ hasText: 'All owners' })).toBeVisible();
  },
);

test(
  'who may not is told which capabilities it takes',
  { tag: '@long' },
  async ({ ownerPage: page, grove }) => {
    const { doomed } = await makeFull(page, grove);
    const email = await makeViewer(page, grove, grove.rootUid);
    await signInAs(page, email, groupUrl(doomed.uid, '/delete'));
    await expect(page.getByRole('alert').filter({ hasText: 'Your roles' })).toContainText(
      'You need groups.delete, identity.delete, role_bindings.delete, roles.delete, group_invites.delete here',
    );
    await expect(go(page)).toBeDisabled();
    await page.getByRole('main').getByRole('link', { name: 'Cancel' }).click();
    await expect(page).toHaveURL(groupUrl(doomed.uid));
    await expect(page.getByRole('heading', { level: 1, name: 'doomed' })).toBeVisible();
  },
);

test(
  'where the figures cannot be had, the server says what is in the way',
  { tag: '@long' },
  async ({ ownerPage: page, grove }) => {
    const { parent, doomed } = await makeFull(page, grove);
    await page.goto(groupUrl(parent.uid, '/children'));
    await page.route('**/groups:summarize*', (route) =>
      route.fulfill({ status: 500, json: { code: 13, message: 'the disk is full' } }),
    );
    await page.getByRole('button', { name: 'Actions for doomed' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    const question = page.getByRole('alertdialog', { name: 'Delete doomed?' });
    await question.getByRole('button', { name: 'Delete group' }).click();
    await expect(question.getByRole('listitem')).toHaveText('1 group');
    await question.getByRole('button', { name: 'Delete with everything in it' }).click();
    await expect(page).toHaveURL(groupUrl(doomed.uid, '/delete'));
    await expect(confirmation(page)).toBeVisible();
  },
);
