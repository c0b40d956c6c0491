import { explainPath } from '#lib/client/paths.ts';
import { expect, groupUrl, makeGroup, test } from '../fixtures.ts';
import { actionOf, bind, identityUrl, makeIdentity } from '../people/identities.ts';
import { makeViewer, signInAs } from '../access/viewer.ts';

test('the binding, role and group that grant a capability are named', async ({
  ownerPage: page,
  grove,
}) => {
  const top = await makeGroup(page, grove, grove.rootUid, 'reasons');
  const deep = await makeGroup(page, grove, top.uid, 'deep reasons');
  const identity = await makeIdentity(page, grove, top.uid, { name: 'asked about' });
  await bind(page, grove, top.uid, identity.uid, 'viewer');
  await page.goto('/explain');
  await expect(page.getByText('Pick an identity and a group')).toBeVisible();

  const who = page.getByRole('combobox', { name: 'Identity' });
  await who.fill('asked');
  await page.getByRole('option', { name: /^asked about/ }).click();
  await expect(who).toHaveValue('asked about');
  const where = page.getByRole('combobox', { name: 'Group' });
  await where.fill('deep reas');
  await page.getByRole('option', { name: /^deep reasons in reasons/ }).click();
  await expect(page.getByRole('heading', { name: 'It has 11 capabilities here' })).toBeVisible();
  const table = page.getByRole('table', { name: 'Capabilities' });
  await expect(table.getByRole('row', { name: /repo\.list/ })).toContainText(
    'viewer on reasons, the group above',
  );

  const capability = page.getByRole('combobox', { name: 'Capability' });
  await capability.selectOption('repo.list');
  await expect(page.getByRole('heading', { name: 'Yes, it has repo.list' })).toBeVisible();
  const way = page.getByRole('region', { name: 'Bindings that grant it' });
  await expect(way).toContainText(/^reasons.*asked about has the role viewer.*deep reasons/);
  await capability.selectOption('groups.delete');
  await expect(page.getByRole('heading', { name: 'No, it does not have' })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'Yes, it has repo.list' })).toBeVisible();
  await page.reload();
  await expect(who).toHaveValue('asked about');
  await expect(where).toHaveValue('deep reasons');
  await expect(page.getByRole('heading', { name: 'Yes, it has repo.list' })).toBeVisible();

  await page.getByRole('button', { name: 'Everyone with this capability' }).click();
  // Tests of this worker share the organization, so other identities may have the capability at the root.
  const question = `group_uid=${deep.uid}&capability=repo.list`;
  const answer = await page.request.get(`/iam/v2beta1/access:whoCan?${question}`);
  const { identityCount } = (await answer.json()) as { identityCount: number };
  expect(identityCount).toBeGreaterThanOrEqual(2);
  await expect(
    page.getByRole('heading', { name: `${identityCount} identities have repo.list` }),
  ).toBeVisible();
  const everyone = page.getByRole('region', { name: 'Who has it' });
  await expect(everyone.getByRole('link', { name: 'asked about', exact: true })).toBeVisible();
  await everyone.getByRole('link', { name: 'Why asked about has it' }).click();
  await expect(page.getByRole('heading', { name: 'Yes, it has repo.list' })).toBeVisible();

  await way.getByRole('button', { name: 'Remove asked about as viewer on reasons' }).click();
  const removal = page.getByRole('alertdialog', { name: 'Remove asked about as viewer?' });
  await expect(removal).toContainText('asked about then no longer has repo.list in deep reasons');
  await removal.getByRole('button', { name: 'Remove binding' }).click();
  await expect(page.getByRole('heading', { name: 'No, it does not have' })).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('heading', { name: 'Yes, it has repo.list' })).toBeVisible();
});

test(
  'a removal says what another binding keeps, and a group out of sight has no name',
  { tag: '@long' },
  async ({ ownerPage: page, grove }) => {
    const top = await makeGroup(page, grove, grove.rootUid, 'kept at the top');
    const middle = await makeGroup(page, grove, top.uid, 'out of sight');
    const deep = await makeGroup(page, grove, middle.uid, 'kept deep');
    const identity = await makeIdentity(page, grove, top.uid, { name: 'twice bound' });
    for (const { uid } of [top, deep]) await bind(page, grove, uid, identity.uid, 'viewer');
    const names = new URLSearchParams({ 'uidp.ids': middle.uid });
    await page.route(
      ({ search }) =>
        search.includes(String(names)) && !search.includes(encodeURIComponent(deep.uid)),
      (route) => route.fulfill({ json: { groups: [], nextPageToken: '', totalCount: '0' } }),
    );
    await page.goto(
      explainPath({ identity: identity.uid, group: deep.uid, capability: 'repo.list' }),
    );
    const way = page.getByRole('region', { name: 'Bindings that grant it' });
    await expect(way).toContainText('A group that you cannot see');
    await expect(way.getByRole('link', { name: 'out of sight' })).toHaveCount(0);
    await way
      .getByRole('button', { name: 'Remove twice bound as viewer on kept at the top' })
      .click();
    const removal = page.getByRole('alertdialog', { name: 'Remove twice bound as viewer?' });
    await expect(removal).toContainText(
      'in kept at the top, and below it unless another binding grants the same there',
    );
    await expect(removal).toContainText(
      'twice bound keeps repo.list in kept deep: viewer on kept deep also grants it.',
    );
  },
);

test(
  'the picker is worked by keyboard, and pages',
  { tag: ['@desktop-only', '@long'] },
  async ({ ownerPage: page, grove }) => {
    const group = await makeGroup(page, grove, grove.rootUid, 'many to pick');
    const numbers = Array.from({ length: 60 }, (_, index) => String(index).padStart(2, '0'));
    await Promise.all(
      numbers.map((number) =>
        makeIdentity(page, grove, group.uid, {
          name: `picked ${number}`,
          claimMatch: { issuer: 'https://ci.example.com', subject: number },
        }),
      ),
    );
    await page.goto('/explain');
    const who = page.getByRole('combobox', { name: 'Identity' });
    const list = page.getByRole('listbox', { name: 'Identity' });
    const status = page.getByRole('status').filter({ hasText: /of|in all|match/ });
    await who.focus();
    await page.keyboard.type('picked');
    await expect(status).toHaveText('50 of 60');
    await expect(list.getByRole('option')).toHaveCount(50);
    for (let step = 0; step < 8; step += 1) await page.keyboard.press('PageDown');
    await expect(status).toHaveText('60 in all');
    await expect(list.getByRole('option')).toHaveCount(60);

    await who.fill('picked 57');
    await expect(status).toHaveText('1 in all');
    await expect(list.getByRole('option', { selected: false })).toHaveCount(1);
    await page.keyboard.press('Enter');
    await expect(list).toBeHidden();
    await expect(who).toHaveValue('picked 57');
    await expect(page).toHaveURL(/identity=/);

    await page.keyboard.type('nobody of this name');
    await expect(status).toHaveText('No identities match “nobody of this name”');
    await page.keyboard.press('Escape');
    await expect(who).toHaveValue('picked 57');
    await page.getByRole('button', { name: 'Clear identity' }).click();
    await expect(who).toHaveValue('');
    await expect(page).not.toHaveURL(/identity=/);
  },
);

test(
  'a refusal and a failure say what to do',
  { tag: '@long' },
  async ({ ownerPage: page, grove }) => {
    const group = await makeGroup(page, grove, grove.rootUid, 'seen in part');
    const email = await makeViewer(page, grove, group.uid);
    const identity = await makeIdentity(page, grove, group.uid);
    const path = `/explain?${new URLSearchParams({ identity: identity.uid, group: grove.rootUid })}`;
    await signInAs(page, email, path);
    await expect(
      page.getByRole('heading', { name: 'You may not see who has access' }),
    ).toBeVisible();
    await page.getByRole('button', { name: 'Check my access' }).click();
    await expect(page.getByRole('heading', { name: 'No access here' })).toBeVisible();

    await page.route('**/access:explain', (route) =>
      route.fulfill({ status: 500, json: { code: 13, message: 'internal error' } }),
    );
    await page.goto(path);
    await expect(
      page.getByRole('main').getByRole('alert').filter({ hasText: 'Access could not be checked' }),
    ).toBeVisible();
    await page.unroute('**/access:explain');
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(
      page.getByRole('heading', { name: 'You may not see who has access' }),
    ).toBeVisible();
  },
);

test(
  'explain is a step away from everywhere',
  { tag: '@long' },
  async ({ ownerPage: page, grove, isMobile }) => {
    const group = await makeGroup(page, grove, grove.rootUid, 'asked from');
    const identity = await makeIdentity(page, grove, group.uid);
    await page.goto(groupUrl(group.uid));
    await page.getByRole('button', { name: 'Search or go to' }).click();
    await page.getByRole('searchbox', { name: 'Search and commands' }).fill('explain');
    await page.getByRole('menuitem', { name: 'Explain access' }).click();
    await expect(page.getByRole('combobox', { name: 'Group' })).toHaveValue('asked from');
    await page.goto(identityUrl(identity.uid));
    await (await actionOf(page, 'Explain access')).click();
    await expect(page.getByRole('combobox', { name: 'Identity' })).toHaveValue('pipeline');
    await page.goto(groupUrl(group.uid));
    if (isMobile) {
      await page.getByRole('button', { name: 'Account' }).click();
      await page.getByRole('menuitem', { name: 'Explain access' }).click();
    } else {
      await page.getByRole('complementary').getByRole('link', { name: 'Explain access' }).click();
    }
    await expect(page.getByRole('combobox', { name: 'Group' })).toHaveValue('asked from');
  },
);

test('anything that deletes is one choice', async ({ ownerPage: page, grove }) => {
  const group = await makeGroup(page, grove, grove.rootUid);
  const identity = await makeIdentity(page, grove, group.uid, { name: 'sweeper' });
  await bind(page, grove, group.uid, identity.uid, 'owner');
  await page.goto(`/explain?${new URLSearchParams({ about: 'everyone', group: group.uid })}`);
  const capability = page.getByRole('combobox', { name: 'Capability' });
  await expect(capability).toContainText('Delete groups (groups.delete)');
  await capability.selectOption('Anything that deletes');
  await expect(
    page.getByRole('heading', { name: /a role that deletes something here/ }),
  ).toBeVisible();
  await expect(page.getByRole('region', { name: 'Who has it' })).toContainText('sweeper');
});
