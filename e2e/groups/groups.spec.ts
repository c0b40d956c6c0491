import type { Locator, Page, Request } from '@playwright/test';
import { expect, type Grove, groupUrl, makeGroup, test } from '../fixtures.ts';
import { insertGroups } from './many-groups.ts';
import { makeViewer, signInAs } from '../access/viewer.ts';

const table = (page: Page) => page.getByRole('grid', { name: 'Child groups' });
const sheet = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name });
const rowLinks = (page: Page) => table(page).getByRole('link');
const names = (page: Page) => rowLinks(page).allTextContents();
const status = (page: Page, text: string): Locator =>
  page.getByRole('region', { name: 'Child groups' }).getByRole('status').filter({ hasText: text });

const numbered = (count: number) =>
  Array.from({ length: count }, (_, index) => `team ${String(index + 1).padStart(3, '0')}`);

async function makeTeams(page: Page, grove: Grove, count: number) {
  const parent = await makeGroup(page, grove, grove.rootUid);
  await insertGroups(grove, parent.uid, numbered(count));
  return parent;
}

/** The API request that a click sends. */
async function requestOf(page: Page, method: string, press: () => Promise<void>): Promise<Request> {
  const sent = page.waitForRequest(
    (request) => request.method() === method && request.url().includes('/iam/v2beta1/groups'),
  );
  await press();
  return sent;
}

const rowMenu = async (page: Page, name: string, item: string) => {
  await page.getByRole('button', { name: `Actions for ${name}`, exact: true }).click();
  await page.getByRole('menuitem', { name: item }).click();
};

test('a group is created in another one, and its page opens', async ({ ownerPage, grove }) => {
  const page = ownerPage;
  const parent = await makeGroup(page, grove, grove.rootUid);
  await page.goto(groupUrl(parent.uid, '/children'));
  await expect(page.getByRole('heading', { name: 'No groups yet' })).toBeVisible();
  await page.getByRole('link', { name: 'New group', exact: true }).first().click();

  const form = sheet(page, `New group in ${parent.name}`);
  await expect(page).toHaveURL(/\/children\/new$/);
  await expect(form.getByLabel('Name')).toBeFocused();
  await form.getByLabel('Name').fill('payments');
  const request = await requestOf(page, 'POST', () =>
    form.getByRole('button', { name: 'Create group' }).click(),
  );
  expect(request.postDataJSON()).toEqual({ name: 'payments' });

  await expect(page.getByRole('heading', { level: 1, name: 'payments' })).toBeVisible();
  await expect(page.getByText('Group payments created')).toBeVisible();
  await page.goBack();
  await expect(rowLinks(page)).toHaveText(['payments']);
});

test('violations are marked during typing, and those of the server at their field', async ({
  ownerPage: page,
  grove,
}) => {
  const parent = await makeGroup(page, grove, grove.rootUid);
  await makeGroup(page, grove, parent.uid, 'taken');
  await page.goto(groupUrl(parent.uid, '/children/new'));
  const form = sheet(page, /New group/);
  const name = form.getByLabel('Name');
  const rule = form.getByText('mall letters from a to z, digits, blanks, . _ -');
  await expect(rule).toHaveCount(1);
  await name.fill('Not Allowed!');
  await expect(name).toHaveAttribute('aria-invalid', 'true');
  await expect(name).toHaveAccessibleDescription(/^Name may have small letters/);
  await expect(rule).toHaveCount(1);
  const sent: string[] = [];
  page.on('request', (request) => request.method() === 'POST' && sent.push(request.url()));
  await form.getByLabel('Description').focus();
  await form.getByRole('button', { name: 'Create group' }).click();
  await expect(name).toBeFocused();
  expect(sent).toEqual([]);

  await name.fill('taken');
  await expect(name).not.toHaveAttribute('aria-invalid');
  await form.getByRole('button', { name: 'Create group' }).click();
  await expect(form.getByRole('alert')).toContainText('The group was not created');
  await expect(name).toBeFocused();
  await expect(name).toHaveAttribute('aria-invalid', 'true');
  await expect(name).toHaveAccessibleDescription(/already is a group with this name/);
  await form.getByLabel('Description').focus();
  await form.getByRole('alert').getByRole('button', { name: 'Check Name' }).click();
  await expect(name).toBeFocused();
  await name.fill('free');
  await expect(name).not.toHaveAttribute('aria-invalid');
});

test('an editor sends only the changed fields', async ({ ownerPage: page, grove }) => {
  const { uid, name } = await makeGroup(page, grove, grove.rootUid);
  await page.goto(groupUrl(uid));
  await page.getByRole('link', { name: 'Edit' }).click();
  const form = sheet(page, `Edit ${name}`);
  const save = form.getByRole('button', { name: 'Save changes' });
  await expect(save).toBeDisabled();
  await form.getByLabel('Description').fill('for a while');
  await expect(save).toBeEnabled();
  await form.getByLabel('Description').fill('');
  await expect(save).toBeDisabled();

  await form.getByLabel('Description').fill('what it is for');
  const request = await requestOf(page, 'PATCH', () => save.click());
  expect(new URL(request.url()).searchParams.get('updateMask')).toBe('description');
  expect(request.postDataJSON()).toEqual({ description: 'what it is for' });
  expect(await request.headerValue('if-match')).toBe('"1"');
  await expect(form).toBeHidden();
  await expect(page.getByRole('definition').filter({ hasText: 'what it is for' })).toBeVisible();
  await expect(page).toHaveURL(groupUrl(uid));
});

test('a change that somebody else saved is not overwritten', async ({ ownerPage: page, grove }) => {
  const { uid, name } = await makeGroup(page, grove, grove.rootUid);
  await page.goto(groupUrl(uid, '/edit'));
  const form = sheet(page, `Edit ${name}`);
  await form.getByLabel('Description').fill('mine');
  const theirs = await page.request.patch(`/iam/v2beta1/groups/${uid}`, {
    data: { name: `${name} theirs` },
    headers: { origin: grove.url, 'sec-fetch-site': 'same-origin' },
  });
  expect(theirs.status()).toBe(200);
  await form.getByRole('button', { name: 'Save changes' }).click();
  await expect(form.getByRole('alert')).toContainText('was changed meanwhile');
  await page.getByRole('button', { name: 'Compare versions' }).click();
  const versions = sheet(page, 'Two versions of this group');
  await expect(
    versions.getByRole('group', { name: 'Name' }).getByRole('radio', { name: /Theirs/ }),
  ).toBeChecked();
  await expect(
    versions.getByRole('group', { name: 'Description' }).getByRole('radio', { name: /Yours mine/ }),
  ).toBeChecked();
  await versions.getByRole('button', { name: 'Continue with these' }).click();

  const merged = sheet(page, `Edit ${name} theirs`);
  await expect(merged.getByLabel('Name')).toHaveValue(`${name} theirs`);
  await expect(merged.getByLabel('Description')).toHaveValue('mine');
  const request = await requestOf(page, 'PATCH', () =>
    merged.getByRole('button', { name: 'Save changes' }).click(),
  );
  expect(new URL(request.url()).searchParams.get('updateMask')).toBe('description');
  await expect(merged).toBeHidden();
});

test('typed input is not lost by accident', async ({ ownerPage: page, grove }) => {
  const { uid, name } = await makeGroup(page, grove, grove.rootUid);
  await page.goto(groupUrl(uid));
  await page.getByRole('link', { name: 'Edit' }).click();
  const form = sheet(page, `Edit ${name}`);
  const question = page.getByRole('alertdialog', { name: 'Leave without saving?' });
  const keep = page.getByRole('button', { name: 'Keep editing' });
  const description = form.getByLabel('Description');
  await description.fill('not saved');

  await page.keyboard.press('Escape');
  await expect(question).toBeVisible();
  await keep.click();
  await expect(description).toHaveValue('not saved');

  await page.goBack();
  await expect(question).toBeVisible();
  await keep.click();
  await expect(description).toHaveValue('not saved');
  await expect(page).toHaveURL(groupUrl(uid, '/edit'));

  await page.keyboard.press('ControlOrMeta+k');
  await page.getByRole('menuitem', { name: 'Go to groups' }).click();
  await expect(question).toBeVisible();
  await keep.click();
  await expect(description).toHaveValue('not saved');

  const warned = page.waitForEvent('dialog');
  await page.close({ runBeforeUnload: true });
  const warning = await warned;
  expect(warning.type()).toBe('beforeunload');
  await warning.dismiss();
  await expect(description).toHaveValue('not saved');

  await page.goBack();
  await page.getByRole('button', { name: 'Discard changes' }).click();
  await expect(form).toBeHidden();
  await expect(page).toHaveURL(groupUrl(uid));
});

test(
  'a group with something in it says what',
  { tag: '@long' },
  async ({ ownerPage: page, grove }) => {
    const parent = await makeGroup(page, grove, grove.rootUid);
    const full = await makeGroup(page, grove, parent.uid, 'full');
    await makeGroup(page, grove, full.uid);
    await makeGroup(page, grove, full.uid);
    await page.goto(groupUrl(full.uid));
    await page.getByRole('button', { name: 'Actions for this group' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    const question = page.getByRole('alertdialog', { name: 'Delete full?' });
    await expect(question).toContainText('The group is not empty');
    await expect(
      question.getByRole('button', { name: 'Delete with everything in it' }),
    ).toBeEnabled();
    await question.getByRole('link', { name: '2 groups' }).click();
    await expect(page).toHaveURL(groupUrl(full.uid, '/children?scope=below'));
    await expect(rowLinks(page)).toHaveCount(2);
  },
);

test(
  'an empty group is deleted, and its parent is where one lands',
  { tag: '@long' },
  async ({ ownerPage: page, grove }) => {
    const parent = await makeGroup(page, grove, grove.rootUid);
    const first = await makeGroup(page, grove, parent.uid, 'first');
    await makeGroup(page, grove, parent.uid, 'second');
    await page.goto(groupUrl(first.uid));
    await page.getByRole('button', { name: 'Actions for this group' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByRole('button', { name: 'Delete group' }).click();
    await expect(page).toHaveURL(groupUrl(parent.uid, '/children'));
    await expect(rowLinks(page)).toHaveText(['second']);

    await rowMenu(page, 'second', 'Delete');
    await page.getByRole('button', { name: 'Delete group' }).click();
    await expect(page.getByRole('heading', { name: 'No groups yet' })).toBeVisible();
  },
);

test(
  'pages are followed forth and back, and stay after a reload',
  { tag: '@desktop-only' },
  async ({ ownerPage: page, grove }) => {
    const parent = await makeTeams(page, grove, 130);
    const all = numbered(130);
    await page.goto(groupUrl(parent.uid, '/children'));
    await expect(status(page, '1–50 of 130')).toBeVisible();
    expect(await names(page)).toEqual(all.slice(0, 50));
    const previous = page.getByRole('button', { name: 'Previous page' });
    const next = page.getByRole('button', { name: 'Next page' });
    await expect(previous).toBeDisabled();

    const followed = await requestOf(page, 'GET', () => next.click());
    expect(new URL(followed.url()).searchParams.has('page_token')).toBe(true);
    await expect(status(page, '51–100 of 130')).toBeVisible();
    await next.click();
    await expect(status(page, '101–130 of 130')).toBeVisible();
    expect(await names(page)).toEqual(all.slice(100));
    await expect(next).toBeDisabled();

    await page.reload();
    await expect(status(page, '101–130 of 130')).toBeVisible();
    expect(await names(page)).toEqual(all.slice(100));
    const back = await requestOf(page, 'GET', () => previous.click());
    expect(new URL(back.url()).searchParams.has('page_token')).toBe(true);
    await expect(status(page, '51–100 of 130')).toBeVisible();
    expect(await names(page)).toEqual(all.slice(50, 100));
  },
);

test(
  'order, page size and a page that is jumped to are in the address',
  { tag: '@desktop-only' },
  async ({ ownerPage: page, grove }) => {
    const parent = await makeTeams(page, grove, 130);
    const all = numbered(130);
    await page.goto(groupUrl(parent.uid, '/children'));
    const header = page.getByRole('columnheader', { name: 'Name' });
    await expect(header).toHaveAttribute('aria-sort', 'ascending');
    await header.getByRole('button', { name: 'Name', exact: true }).click();
    await expect(header).toHaveAttribute('aria-sort', 'descending');
    await expect(status(page, '1–50 of 130')).toBeVisible();
    expect(await names(page)).toEqual(all.toReversed().slice(0, 50));

    await page.getByRole('combobox', { name: 'Rows per page' }).selectOption('25');
    await expect(status(page, '1–25 of 130')).toBeVisible();
    const jump = page.getByRole('textbox', { name: 'Page, of 6' });
    await jump.fill('4');
    const jumped = await requestOf(page, 'GET', () => jump.press('Enter'));
    expect(new URL(jumped.url()).searchParams.get('skip')).toBe('75');
    await expect(status(page, '76–100 of 130')).toBeVisible();
    const shown = all.toReversed().slice(75, 100);
    expect(await names(page)).toEqual(shown);

    await rowLinks(page).first().click();
    await expect(page.getByRole('heading', { level: 1, name: shown[0] })).toBeVisible();
    await page.goBack();
    await expect(status(page, '76–100 of 130')).toBeVisible();
    expect(await names(page)).toEqual(shown);
    await page.goBack();
    await expect(status(page, '1–25 of 130')).toBeVisible();
  },
);

test(
  'a phone orders and sizes pages in a menu',
  { tag: '@phone-only' },
  async ({ ownerPage: page, grove }) => {
    const parent = await makeTeams(page, grove, 60);
    await page.goto(groupUrl(parent.uid, '/children'));
    await expect(status(page, '1–50 of 60')).toBeVisible();
    await page.getByRole('button', { name: 'View and export' }).click();
    await page.getByRole('menuitemradio', { name: 'Name, descending' }).click();
    await expect(rowLinks(page).first()).toHaveText('team 060');
    await page.getByRole('menuitemradio', { name: '25', exact: true }).click();
    await page.keyboard.press('Escape');
    await expect(status(page, '1–25 of 60')).toBeVisible();
    await page.getByRole('button', { name: 'Next page' }).click();
    await expect(status(page, '26–50 of 60')).toBeVisible();
    await expect(rowLinks(page).first()).toHaveText('team 035');
  },
);

test(
  'a page that somebody else followed a token to is found by counting',
  { tag: '@long' },
  async ({ ownerPage: page, grove }) => {
    const parent = await makeTeams(page, grove, 60);
    await page.goto(
      groupUrl(parent.uid, '/children?skip=50&page_token=Zm9yZWlnbg&token_time=4000000000'),
    );
    await expect(status(page, '51–60 of 60')).toBeVisible();
    expect(await names(page)).toEqual(numbered(60).slice(50));
    await expect(page).toHaveURL(/\?skip=50$/);

    await page.goto(groupUrl(parent.uid, '/children?skip=500'));
    await expect(status(page, '51–60 of 60')).toBeVisible();
    await expect(page).toHaveURL(/\?skip=50$/);
  },
);

test(
  'rows are found by name, here or in all groups below',
  { tag: '@postgres' },
  async ({ ownerPage: page, grove }) => {
    const parent = await makeTeams(page, grove, 60);
    const inner = await makeGroup(page, grove, parent.uid, 'inner');
    await makeGroup(page, grove, inner.uid, 'deep');
    await page.goto(groupUrl(parent.uid, '/children?skip=50'));
    const filter = page.getByRole('searchbox', { name: 'Search child groups' });
    await filter.fill('=Deep');
    await filter.press('Enter');
    await expect(
      page.getByRole('heading', { name: 'Nothing in this group matches' }),
    ).toBeVisible();
    await expect(page.getByText('1 in the groups below matches.')).toBeVisible();
    await expect(page).toHaveURL(/\?name=deep$/);

    await page.getByText('With groups below').click();
    await expect(rowLinks(page).first()).toHaveText('deep');
    await expect(table(page).getByRole('link', { name: 'inner' })).toBeVisible();
    await page.reload();
    await expect(page.getByRole('radio', { name: 'With groups below' })).toBeChecked();
    await expect(filter).toHaveValue('"deep"');
    await filter.clear();
    await filter.press('Enter');
    await expect(status(page, '1–50 of 62')).toBeVisible();
    await page.goBack();
    await expect(status(page, '1–1 of 1')).toBeVisible();
  },
);

test(
  'an editor over the list leaves the list as it was',
  { tag: '@long' },
  async ({ ownerPage: page, grove }) => {
    const parent = await makeTeams(page, grove, 60);
    await page.goto(groupUrl(parent.uid, '/children?skip=50'));
    await rowMenu(page, 'team 055', 'Edit');
    const form = sheet(page, 'Edit team 055');
    await form.getByLabel('Name').fill('team 055 b');
    await form.getByRole('button', { name: 'Save changes' }).click();
    await expect(form).toBeHidden();
    await expect(page).toHaveURL(groupUrl(parent.uid, '/children?skip=50'));
    await expect(rowLinks(page).nth(4)).toHaveText('team 055 b');
  },
);

test('a list can be used by keyboard', async ({ ownerPage: page, grove }) => {
  const parent = await makeTeams(page, grove, 3);
  await page.goto(groupUrl(parent.uid, '/children'));
  await expect(rowLinks(page)).toHaveCount(3);
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await expect(rowLinks(page).nth(1)).toBeFocused();
  await page.keyboard.press('k');
  await expect(rowLinks(page).first()).toBeFocused();
  await page.keyboard.press('e');
  await expect(sheet(page, 'Edit team 001')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(sheet(page, 'Edit team 001')).toBeHidden();
  await page.keyboard.press('n');
  await expect(sheet(page, /New group/)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(sheet(page, /New group/)).toBeHidden();

  const actions = page.getByRole('button', { name: 'Actions for team 002' });
  const items = page.getByRole('menuitem');
  for (const key of ['Enter', 'Space']) {
    await actions.press(key);
    await expect(items.first()).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(actions).toBeFocused();
  }
  await actions.press('Enter');
  await expect(items.first()).toBeFocused();
  const usual = await items.first().evaluate((item) => getComputedStyle(item).color);
  await expect(items.filter({ hasText: 'Delete' })).not.toHaveCSS('color', usual);
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alertdialog', { name: 'Delete team 002?' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(actions).toBeFocused();

  await page.keyboard.press('/');
  await expect(page.getByRole('searchbox', { name: 'Search child groups' })).toBeFocused();
  await page.keyboard.press('Escape');
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'team 001' })).toBeVisible();
});

test('a viewer sees disabled actions, with the reason', async ({ ownerPage: page, grove }) => {
  const parent = await makeGroup(page, grove, grove.rootUid);
  const inner = await makeGroup(page, grove, parent.uid, 'inner');
  const email = await makeViewer(page, grove, parent.uid);
  await signInAs(page, email, groupUrl(parent.uid, '/children'));

  const newGroup = page.getByRole('button', { name: 'New group', exact: true });
  await expect(newGroup).toBeDisabled();
  await newGroup.focus();
  await expect(page.getByRole('tooltip')).toContainText('groups.create');
  await page.getByRole('button', { name: 'Actions for inner' }).click();
  await expect(page.getByRole('menuitem', { name: 'Edit' })).toBeDisabled();
  await expect(page.getByRole('menuitem', { name: 'Delete' })).toContainText('groups.delete');
  await page.keyboard.press('Escape');

  await page.goto(groupUrl(inner.uid, '/edit'));
  await sheet(page, 'Edit inner').getByLabel('Name').fill('other');
  await expect(page.getByRole('button', { name: 'Save changes' })).toBeDisabled();
});

test('forms take what people type for what they mean, and show it', async ({
  ownerPage: page,
  grove,
}) => {
  const parent = await makeGroup(page, grove, grove.rootUid);
  await page.goto(groupUrl(parent.uid, '/repos/source/edit'));
  const address = page.getByLabel('Address');
  await address.fill('registry.example.com');
  await address.blur();
  await expect(address).toHaveValue('https://registry.example.com');

  await page.goto(groupUrl(parent.uid, '/children/new'));
  await page.getByRole('dialog').getByLabel('Name').fill('Payments EU');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'payments eu' })).toBeVisible();
});

test('a typed capital is not marked wrong, and Ctrl and Enter create the group', async ({
  ownerPage: page,
  grove,
}) => {
  const above = await makeGroup(page, grove, grove.rootUid);
  await page.goto(groupUrl(above.uid, '/children/new'));
  const sheet = page.getByRole('dialog', { name: `New group in ${above.name}` });
  const name = sheet.getByRole('textbox', { name: 'Name' });
  await name.fill('Pay_ments Team!');
  await expect(name).toHaveAttribute('aria-invalid', 'true');
  await name.fill('Payments Team');
  await expect(name).not.toHaveAttribute('aria-invalid', 'true');
  await name.press('Control+Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'payments team' })).toBeVisible();
});
