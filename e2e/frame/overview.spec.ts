import { readFileSync } from 'node:fs';
import { expect, groupUrl, makeGroup, test } from '../fixtures.ts';
import { insertHoldings } from '../groups/holdings.ts';
import { makeViewer, signInAs } from '../access/viewer.ts';
import { removeFilter } from './filters.ts';

test('every figure links the list that it counts', async ({ ownerPage: page, grove }) => {
  const group = await makeGroup(page, grove, grove.rootUid, 'figures');
  const inner = await makeGroup(page, grove, group.uid, 'inner figures');
  await insertHoldings(grove, inner.uid);
  await grove.database
    .rowsIn('Advisory')
    .update({ where: { parent: inner.uid, severity: 4 }, data: { status: 'FIX_NOT_PLANNED' } });
  await page.goto(groupUrl(group.uid));
  const main = page.getByRole('main');
  await expect(main.getByRole('link', { name: 'Groups 1 1 here, 0 below' })).toBeVisible();
  await expect(main.getByRole('link', { name: 'Repositories 1 0 here, 1 below' })).toBeVisible();
  const changes = page.getByRole('region', { name: 'Recent changes' });
  await expect(changes.getByRole('listitem')).toHaveText([
    /^Group created.*inner figures.*by ada@acme\.example$/,
    /^Group created.*figures.*by ada@acme\.example$/,
  ]);

  const advisories = page.getByRole('region', { name: 'Advisories' });
  await expect(advisories.getByRole('link', { name: 'Low 0' })).toBeVisible();
  await advisories.getByRole('link', { name: 'Critical 1' }).click();
  const table = page.getByRole('table', { name: 'Advisories' });
  await expect(table.getByRole('link', { name: /^CGA-/ })).toHaveText(['CGA-2345-6789-cfgh']);
  await page.goBack();

  await advisories.getByRole('link', { name: /^Week from .*: 1 critical, 1 low$/ }).click();
  await expect(table.getByRole('link', { name: /^CGA-/ })).toHaveText([
    'CGA-2345-6789-cfgh',
    'CGA-3456-789c-fghj',
  ]);
  await removeFilter(page, 'Created');
  await expect(page).toHaveURL(/advisories\?scope=below$/);
  await page.goBack();
  await page.goBack();

  await main.getByRole('link', { name: /^Groups 1/ }).click();
  await expect(page.getByRole('grid', { name: 'Child groups' }).getByRole('link')).toHaveText([
    'inner figures',
  ]);
});

test(
  'critical advisories without a fix are a view and a file in four clicks',
  { tag: '@desktop-only' },
  async ({ ownerPage: page, grove }) => {
    const group = await makeGroup(page, grove, grove.rootUid);
    await insertHoldings(grove, group.uid);
    await grove.database
      .rowsIn('Advisory')
      .update({ where: { parent: group.uid }, data: { status: 'FIX_NOT_PLANNED' } });
    await page.goto(groupUrl(group.uid));
    await page.getByRole('main').getByRole('link', { name: 'Critical 1' }).click();
    await page.getByRole('button', { name: 'Views' }).click();
    await page.getByRole('menuitem', { name: 'Save as new view' }).click();
    await expect(page.getByRole('dialog').getByLabel('Name')).toBeFocused();
    await page.keyboard.type('Critical without a fix');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: 'View Critical without a fix' })).toBeVisible();
    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export all as CSV' }).click();
    const lines = readFileSync(await (await downloading).path(), 'utf8')
      .trim()
      .split('\r\n');
    expect(lines).toHaveLength(2);
    expect(lines[1]).toContain('CGA-2345-6789-cfgh');
  },
);

test(
  'each week has a value, a link and a row',
  { tag: '@long' },
  async ({ ownerPage: page, grove, isMobile }) => {
    const group = await makeGroup(page, grove, grove.rootUid, 'weeks');
    await insertHoldings(grove, group.uid);
    const monthAgo = new Date(Date.now() - 30 * 24 * 60 * 60 * 1000);
    await grove.database.rowsIn('Advisory').update({
      where: { parent: group.uid, severity: 1 },
      data: { createTime: monthAgo },
    });
    await page.goto(groupUrl(group.uid));
    const advisories = page.getByRole('region', { name: 'Advisories' });
    const chart = advisories.getByRole('group', { name: 'New each week' });
    const rows = advisories.getByRole('table', { name: 'New each week' }).getByRole('row');
    await expect(advisories.getByText('2 in 26 weeks')).toBeVisible();
    await expect(rows).toHaveCount(27);
    await expect(rows.nth(1).getByRole('cell')).toHaveText(['1', '1', '0']);
    await expect(rows.getByRole('link')).toHaveCount(0);
    const bars = chart.getByRole('link');
    await expect(bars).toHaveCount(2);
    if (!isMobile) {
      await bars.first().hover();
      await expect(advisories.getByText(/^1, /)).toBeVisible();
      await bars.last().focus();
      await expect(advisories.getByText(/^1, /)).toBeVisible();
      await page.keyboard.press('ArrowLeft');
      await expect(bars.first()).toBeFocused();
      await expect(bars.first()).toHaveAccessibleName(/^Week from .*: 1 low$/);
      await page.keyboard.press('End');
      await expect(bars.last()).toBeFocused();
    }

    await advisories.getByRole('radio', { name: 'Table' }).check();
    await expect(chart).toHaveCount(0);
    await rows.getByRole('link').last().click();
    const table = page.getByRole('table', { name: 'Advisories' });
    await expect(table.getByRole('link', { name: /^CGA-/ })).toHaveText(['CGA-3456-789c-fghj']);
  },
);

test(
  'a limit shows how much of it is used',
  { tag: '@long' },
  async ({ ownerPage: page, grove }) => {
    const group = await makeGroup(page, grove, grove.rootUid, 'limited');
    await makeGroup(page, grove, group.uid, 'first of two');
    const set = (resourceLimits: Record<string, number>) =>
      grove.database
        .rowsIn('Group')
        .update({ where: { uid: group.uid }, data: { resourceLimits } });
    await set({ groups: 4, identities: 1000 });
    await page.goto(groupUrl(group.uid));
    const tile = (name: string) => page.getByRole('main').getByRole('link', { name });
    await expect(tile('Groups 1 of 4 allowed 1 here, 0 below')).toBeVisible();
    await expect(tile('Identities 0 of 1,000 allowed 0 here, 0 below')).toBeVisible();
    await expect(tile('Repositories 0 0 here, 0 below')).toBeVisible();
    await set({ groups: 1 });
    await page.reload();
    await expect(tile('Groups 1 limit of 1 reached 1 here, 0 below')).toBeVisible();
  },
);

test(
  'an empty group says what would be where',
  { tag: '@long' },
  async ({ ownerPage: page, grove }) => {
    const group = await makeGroup(page, grove, grove.rootUid, 'bare');
    await page.goto(groupUrl(group.uid));
    for (const words of [
      'No identity has been seen yet.',
      'None. Every identity was seen or created in the last 90 days.',
      'None. An invite lets somebody join a group with a role.',
    ]) {
      await expect(page.getByText(words)).toBeVisible();
    }
  },
);

test(
  'someone who may not read the log sees the rest',
  { tag: '@long' },
  async ({ ownerPage: page, grove }) => {
    const group = await makeGroup(page, grove, grove.rootUid, 'partly seen');
    const email = await makeViewer(page, grove, group.uid);
    await signInAs(page, email, groupUrl(group.uid));
    await expect(page.getByRole('link', { name: /^Groups 0/ })).toBeVisible();
    const mayReadLog = await page.request.get(
      `/iam/v2beta1/auditEvents?uidp.children_of=${group.uid}&page_size=1`,
    );
    const { totalCount } = (await mayReadLog.json()) as { totalCount: string };
    await expect(page.getByRole('region', { name: 'Recent changes' })).toHaveCount(
      totalCount === '0' ? 0 : 1,
    );
  },
);

test('somebody who may change nothing reads where to look and whom to ask', async ({
  ownerPage: page,
  grove,
}) => {
  const group = await makeGroup(page, grove, grove.rootUid, 'only looked at');
  const email = await makeViewer(page, grove, group.uid);
  await signInAs(page, email, groupUrl(group.uid));
  const welcome = page.getByRole('region', { name: 'Welcome to only looked at' });
  await expect(welcome).toContainText('Your roles let you change nothing');
  await expect(welcome.getByRole('link', { name: 'Identities' })).toBeVisible();
  await expect(welcome).toContainText('ask');
  await expect(page.getByRole('button', { name: 'Actions for this group' })).toHaveCount(0);
});
