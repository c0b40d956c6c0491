import { builtInRole } from '#lib/resources/built-in-roles.ts';
import { chooseFilter, expectFilter, removeFilter, typeFilter } from '../frame/filters.ts';
import { expect, groupUrl, makeGroup, test } from '../fixtures.ts';
import { actionOf, bind, identityUrl, ISSUER, makeIdentity, SUBJECT } from './identities.ts';
import { makeViewer, signInAs } from '../access/viewer.ts';
import { whenReady } from '../support/ready-page.ts';

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
const inAnHour = () => Math.floor(Date.now() / 1000) + 3_600;

/** A token as an issuer would sign it. No test here verifies the signature. */
const tokenOf = (claims: object) => `${encode({ alg: 'RS256' })}.${encode(claims)}.c2lnbmF0dXJl`;

test('an identity is created, after missing fields are marked, and gets a role', async ({
  ownerPage: page,
  grove,
}) => {
  const group = await makeGroup(page, grove, grove.rootUid);
  const below = await makeGroup(page, grove, group.uid, 'below the identity');
  await page.goto(groupUrl(group.uid, '/identities'));
  await expect(page.getByRole('heading', { name: 'No identities yet' })).toBeVisible();

  await page.getByRole('link', { name: 'New identity' }).first().click();
  const sheet = page.getByRole('dialog', { name: `New identity in ${group.name}` });
  await sheet.getByRole('button', { name: 'Create identity' }).click();
  const problem = sheet.getByRole('alert');
  await expect(problem).toContainText('Check Name');
  await expect(problem).toContainText('Issuer');
  await expect(sheet.getByRole('textbox', { name: 'Name', exact: true })).toBeFocused();

  await sheet.getByRole('textbox', { name: 'Name', exact: true }).fill('pipeline');
  await sheet.getByRole('textbox', { name: 'Issuer' }).fill(ISSUER);
  await sheet.getByRole('textbox', { name: 'Subject' }).fill(SUBJECT);
  await sheet.getByRole('button', { name: 'Add claim' }).click();
  await expect(sheet.getByRole('textbox', { name: 'Name of claim 1' })).toBeFocused();
  await page.keyboard.type('environment');
  await sheet.getByRole('combobox', { name: 'How environment compares' }).selectOption('Pattern');
  await sheet.getByRole('textbox', { name: 'Value of environment' }).fill('prod.*');
  await sheet.getByRole('button', { name: 'Create identity' }).click();

  await expect(page.getByRole('heading', { name: 'pipeline' })).toBeVisible();
  await expect(page.getByRole('button', { name: `Copy subject ${SUBJECT}` })).toBeVisible();
  await expect(page.getByText('prod.*', { exact: true })).toBeVisible();
  await expect(page.getByText('It has no role that you can see')).toBeVisible();

  await page.getByRole('link', { name: 'Grant access' }).click();
  await expect(page.getByRole('combobox', { name: 'Identity' })).toHaveValue('pipeline');
  await page.getByRole('combobox', { name: 'Group' }).fill(below.name);
  await page.getByRole('option', { name: new RegExp(below.name) }).click();
  const binding = page.getByRole('dialog', { name: `New binding on ${below.name}` });
  await binding.getByRole('combobox', { name: 'Role' }).fill('registry.v');
  await page.getByRole('option', { name: /registry\.viewer/ }).click();
  await binding.getByRole('button', { name: 'Create binding' }).click();
  await expect(page.getByRole('heading', { name: 'pipeline' })).toBeVisible();
  await expect(
    page.getByRole('listitem').filter({ hasText: 'registry.viewer' }).first(),
  ).toContainText(below.name);
});

test(
  'several identities get a role at once, which is taken back',
  { tag: '@desktop-only' },
  async ({ ownerPage: page, grove }) => {
    const group = await makeGroup(page, grove, grove.rootUid);
    for (const name of ['robot', 'other']) {
      const claimMatch = { issuer: ISSUER, subject: `${name} of ${group.uid}` };
      await makeIdentity(page, grove, group.uid, { name, claimMatch });
    }
    const granted = async () => {
      const list = `/iam/v2beta1/roleBindings?uidp.children_of=${group.uid}`;
      const answer = await page.request.get(list);
      return ((await answer.json()) as { totalCount: string }).totalCount;
    };
    await page.goto(groupUrl(group.uid, '/identities'));
    await page.getByRole('checkbox', { name: 'Select all rows of this page' }).check();
    const bar = page.getByRole('group', { name: 'Selected rows' });
    await bar.getByRole('button', { name: 'Grant access' }).click();
    const dialog = page.getByRole('alertdialog', { name: 'Grant access to 2 identities?' });
    const grant = dialog.getByRole('button', { name: 'Grant access to 2 identities' });
    await expect(grant).toHaveAttribute('data-hint', 'Choose a role first');
    await dialog.getByRole('combobox', { name: 'Choose a role' }).fill('registry.v');
    await page.getByRole('option', { name: /registry\.viewer/ }).click();
    await expect(dialog.getByText(`robot: registry.viewer on ${group.name}`)).toBeVisible();
    await grant.click();
    // Who has what now, and the selection for the next step.
    await expect(dialog.getByText('2 of 2 role bindings created')).toBeVisible();
    await expect(dialog.getByText(`other: registry.viewer on ${group.name}`)).toBeVisible();
    await dialog.getByRole('button', { name: 'Done' }).click();
    await expect(bar.getByText('2 identities selected')).toBeVisible();
    const undo = page
      .getByRole('alertdialog')
      .filter({ hasText: '2 role bindings created' })
      .getByRole('button', { name: 'Undo' });
    await expect(undo).toBeVisible();
    expect(await granted()).toBe('2');
    await undo.click();
    await expect.poll(granted).toBe('0');
  },
);

test(
  'a range of people gets roles on groups in one step',
  { tag: '@desktop-only' },
  async ({ ownerPage: page, grove }) => {
    const group = await makeGroup(page, grove, grove.rootUid);
    const [left, right] = [
      await makeGroup(page, grove, group.uid, 'left hand'),
      await makeGroup(page, grove, group.uid, 'right hand'),
    ];
    for (let number = 1; number <= 5; number += 1) {
      const claimMatch = { issuer: ISSUER, subject: `${number} of ${group.uid}` };
      await makeIdentity(page, grove, group.uid, { name: `person ${number}`, claimMatch });
    }
    await page.goto(groupUrl(group.uid, '/identities'));
    await page.getByRole('checkbox', { name: 'Select person 2' }).click();
    await page.getByRole('checkbox', { name: 'Select person 4' }).click({ modifiers: ['Shift'] });
    const bar = page.getByRole('group', { name: 'Selected rows' });
    await expect(bar.getByText('3 identities selected')).toBeVisible();
    await bar.getByRole('button', { name: 'Grant access' }).click();
    const dialog = page.getByRole('alertdialog', { name: 'Grant access to 3 identities?' });
    for (const name of ['left hand', 'right hand']) {
      await dialog.getByRole('combobox', { name: 'Another group' }).fill(name);
      await page.getByRole('option', { name }).click();
    }
    await dialog.getByRole('combobox', { name: 'Choose a role' }).fill('viewer');
    await page.getByRole('option', { name: /^viewer/ }).click();
    // Another group keeps the role.
    await dialog.getByRole('button', { name: `Remove group ${group.name}` }).click();
    await dialog.getByRole('button', { name: 'Grant access to 3 identities' }).click();
    await expect(dialog.getByText('6 of 6 role bindings created')).toBeVisible();
    for (const { uid } of [left, right]) {
      const answer = await page.request.get(`/iam/v2beta1/roleBindings?uidp.children_of=${uid}`);
      expect(await answer.json()).toMatchObject({ totalCount: '3' });
    }
  },
);

test(
  'an identity is changed, and only what differs is sent',
  { tag: '@long' },
  async ({ ownerPage: page, grove }) => {
    const { uid } = await makeGroup(page, grove, grove.rootUid);
    const claimPatterns = { environment: 'prod.*' };
    const claimMatch = { issuer: ISSUER, subject: SUBJECT, claimPatterns };
    const identity = await makeIdentity(page, grove, uid, { claimMatch });
    await page.goto(identityUrl(identity.uid));
    const article = page.getByRole('article', { name: 'pipeline' });
    await article.getByRole('link', { name: 'Edit' }).click();
    const editor = page.getByRole('dialog', { name: 'Edit pipeline' });
    const compares = editor.getByRole('radiogroup', { name: 'Subject compares' });
    await compares.getByRole('radio', { name: 'Pattern' }).check();
    await expect(editor.getByRole('textbox', { name: 'Subject' })).toHaveValue(SUBJECT);
    await editor.getByRole('textbox', { name: 'Subject' }).fill('repo:acme/.*');
    await editor.getByRole('button', { name: 'Remove environment' }).click();
    const saved = page.waitForRequest((request) => request.method() === 'PATCH');
    await editor.getByRole('button', { name: 'Save changes' }).click();
    expect(new URL((await saved).url()).searchParams.get('updateMask')).toBe(
      'claimMatch.subject,claimMatch.claims,claimMatch.claimPatterns,claimMatch.subjectPattern',
    );
    await expect(article.getByText('repo:acme/.*', { exact: true })).toBeVisible();
    await expect(article.getByText('prod.*', { exact: true })).toBeHidden();
  },
);

test('the page says whether a pasted token would match', async ({ ownerPage: page, grove }) => {
  const group = await makeGroup(page, grove, grove.rootUid);
  const identity = await makeIdentity(page, grove, group.uid);
  await page.goto(identityUrl(identity.uid, '/edit'));
  const editor = page.getByRole('dialog', { name: 'Edit pipeline' });
  await editor.getByRole('button', { name: 'Test with a token' }).click();
  const field = editor.getByRole('textbox', { name: 'Token' });
  const sent: string[] = [];
  page.on('request', (request) => sent.push(request.url() + (request.postData() ?? '')));
  const claims = { iss: ISSUER, sub: SUBJECT, aud: grove.url, exp: inAnHour() };

  await field.fill('nonsense');
  await expect(editor.getByText('This is not a JWT')).toBeVisible();
  await field.fill(tokenOf(claims));
  await expect(editor.getByText('The token matches this identity')).toBeVisible();

  await field.fill(tokenOf({ ...claims, iss: `${ISSUER}/`, exp: 1_000_000_000 }));
  await expect(editor.getByText('The token does not match: 1 claim differs')).toBeVisible();
  await expect(editor.getByText('They differ only in the slash at the end')).toBeVisible();
  await expect(editor.getByText('The token expired')).toBeVisible();
  await field.fill(tokenOf({ ...claims, sub: SUBJECT.toUpperCase() }));
  await expect(editor.getByText('They differ only in upper and lower case.')).toBeVisible();

  const compares = editor.getByRole('radiogroup', { name: 'Subject compares' });
  await compares.getByRole('radio', { name: 'Pattern' }).check();
  await editor.getByRole('textbox', { name: 'Subject' }).fill('(?i)repo:acme/.*');
  await expect(editor.getByText('The token matches this identity')).toBeVisible();
  await editor.getByRole('textbox', { name: 'Subject' }).fill('REPO:ACME');
  await expect(editor.getByText('The pattern matches only a part')).toBeVisible();
  await editor.getByRole('button', { name: 'Use the issuer and subject of the token' }).click();
  await expect(editor.getByText('The token matches this identity')).toBeVisible();
  expect(sent.filter((request) => request.includes(encode({ alg: 'RS256' })))).toEqual([]);
});

test('an identity shows its access, and what its deletion removes', async ({
  ownerPage: page,
  grove,
}) => {
  const top = await makeGroup(page, grove, grove.rootUid, 'top of access');
  const below = await makeGroup(page, grove, top.uid, 'below it');
  const identity = await makeIdentity(page, grove, top.uid);
  await bind(page, grove, top.uid, identity.uid, 'viewer');
  await bind(page, grove, below.uid, identity.uid, 'editor');
  await page.goto(identityUrl(identity.uid));
  const does = page.getByRole('region', { name: 'Access', exact: true });
  const entries = does.getByRole('list').first().getByRole('listitem');
  await expect(entries).toHaveCount(2);
  await expect(entries.last()).toContainText('also viewer on top of access');
  const held = `${builtInRole('editor').capabilities.length} capabilities`;
  await entries.last().getByText(held).click();
  await expect(entries.last().getByText('list, create, update, delete').first()).toBeVisible();

  await does.getByRole('link', { name: 'Explain access to below it' }).click();
  await expect(page.getByRole('heading', { name: `It has ${held} here` })).toBeVisible();
  await page.goBack();

  await (await actionOf(page, 'Delete')).click();
  const question = page.getByRole('alertdialog', { name: 'Delete pipeline?' });
  await expect(question.getByText('2 role bindings are deleted with it:')).toBeVisible();
  await expect(question.getByRole('listitem')).toHaveText([
    'viewer on top of access and below',
    'editor on below it and below',
  ]);
  await question.getByRole('button', { name: 'Delete identity' }).click();
  await expect(page).toHaveURL(/\/identities$/);
  await expect(page.getByRole('heading', { name: 'No identities yet' })).toBeVisible();
});

test(
  'administrators find who needs attention',
  { tag: '@long' },
  async ({ ownerPage: page, grove }) => {
    await page.goto(groupUrl(grove.rootUid, '/identities'));
    const table = page.getByRole('grid', { name: 'Identities' });
    const owner = table.getByRole('link', { name: 'ada@acme.example' });
    await expect(owner).toBeVisible();
    await chooseFilter(page, 'Second factor', 'Has one');
    await expect(owner).toBeHidden();
    await expect(
      page.getByRole('heading', { name: 'Nothing matches these filters' }),
    ).toBeVisible();
    await removeFilter(page, 'Second factor');
    await chooseFilter(page, 'Second factor', 'Password alone');
    await expect(owner).toBeVisible();
    await removeFilter(page, 'Second factor');
    await chooseFilter(page, 'Not seen for', '90 days');
    await expect(
      page.getByRole('heading', { name: 'Nothing matches these filters' }),
    ).toBeVisible();
  },
);

test('the last owner cannot be deleted', { tag: '@long' }, async ({ ownerPage: page, grove }) => {
  await page.goto(groupUrl(grove.rootUid, '/identities'));
  await page.getByRole('button', { name: 'Actions for ada@acme.example' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  const question = page.getByRole('alertdialog', { name: 'Delete ada@acme.example?' });
  await expect(question.getByText('This is you')).toBeVisible();
  await question.getByRole('button', { name: 'Delete identity' }).click();
  await expect(question.getByRole('alert')).toContainText('The identity was not deleted');
});

test(
  'the list is searched, filtered and walked by keyboard',
  { tag: ['@desktop-only', '@long'] },
  async ({ ownerPage: page, grove }) => {
    const group = await makeGroup(page, grove, grove.rootUid);
    const below = await makeGroup(page, grove, group.uid, 'further down');
    await makeIdentity(page, grove, group.uid, { name: 'alpha' });
    const other = { issuer: 'https://other.example.com', subject: 'needle' };
    await makeIdentity(page, grove, group.uid, { name: 'beta', claimMatch: other });
    await makeIdentity(page, grove, below.uid, { name: 'gamma' });
    await page.goto(groupUrl(group.uid));
    await page.keyboard.press('g');
    await page.keyboard.press('i');
    const table = page.getByRole('grid', { name: 'Identities' });
    await expect(table.getByRole('link')).toHaveText(['alpha', 'beta']);
    const search = page.getByRole('searchbox', { name: 'Search identities' });
    await search.fill('NEEDLE');
    await search.press('Enter');
    await expect(table.getByRole('link')).toHaveText(['beta']);
    await search.fill('');
    await search.press('Enter');
    await typeFilter(page, 'Issuer', ISSUER);
    await expect(table.getByRole('link')).toHaveText(['alpha']);
    await page.getByRole('radio', { name: 'With groups below' }).check();
    await expect(table.getByRole('row', { name: /gamma/ })).toContainText('further down');
    await page.reload();
    await expect(table.getByRole('link', { name: 'gamma' })).toBeVisible();
    await expectFilter(page, 'Issuer', ISSUER);

    const created = page.getByRole('dialog', { name: /New identity/ });
    await page.keyboard.press('n');
    await expect(created).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(created).toBeHidden();
    await expect(page).toHaveURL(/issuer=/);
    await page.keyboard.press('j');
    await expect(table.getByRole('link', { name: 'alpha' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('article', { name: 'alpha' })).toBeVisible();
    const editor = page.getByRole('dialog', { name: 'Edit alpha' });
    // The page is shown before it handles keys.
    await whenReady(page);
    await page.keyboard.press('e');
    await expect(editor.getByRole('textbox', { name: 'Name', exact: true })).toBeFocused();
    await page.keyboard.type('bet');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('article', { name: 'bet' })).toBeVisible();
  },
);

test(
  'a viewer sees what they may not do, and a lost page says so',
  { tag: '@long' },
  async ({ ownerPage: page, grove }) => {
    const group = await makeGroup(page, grove, grove.rootUid);
    const identity = await makeIdentity(page, grove, group.uid);
    await signInAs(page, await makeViewer(page, grove, group.uid), identityUrl(identity.uid));
    const article = page.getByRole('article', { name: 'pipeline' });
    const edit = article.getByRole('button', { name: 'Edit' });
    await expect(edit).toBeDisabled();
    await edit.focus();
    await expect(page.getByRole('tooltip')).toContainText('identity.update');
    await expect(await actionOf(page, 'Delete')).toBeDisabled();
    await page.goto(groupUrl(group.uid, '/identities'));
    await expect(page.getByRole('button', { name: 'New identity' })).toBeDisabled();
    await page.goto(identityUrl(`${group.uid}/0000000000000000`));
    await expect(page.getByRole('main').getByRole('alert')).toContainText(
      'This identity could not be loaded',
    );
  },
);
