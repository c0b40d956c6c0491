/** The layout of a list by a person: columns, rows and keys. */
import type { Page } from '@playwright/test';
import { expect, type Grove, groupUrl, makeGroup, test } from '../fixtures.ts';
import { insertGroups } from '../groups/many-groups.ts';

const grid = (page: Page) => page.getByRole('grid', { name: 'Child groups' });
const head = (page: Page, name: string) => page.getByRole('columnheader', { name, exact: true });
const headers = (page: Page) =>
  grid(page)
    .getByRole('columnheader')
    .evaluateAll((cells) => cells.flatMap((cell) => cell.getAttribute('aria-label') ?? []));

async function listOf(page: Page, grove: Grove, names: string[]): Promise<string> {
  const { uid } = await makeGroup(page, grove, grove.rootUid);
  await insertGroups(grove, uid, names);
  await page.goto(groupUrl(uid, '/children'));
  await expect(grid(page).getByRole('link').first()).toBeVisible();
  return uid;
}

async function widthOf(page: Page, name: string): Promise<number> {
  return (await head(page, name).boundingBox())?.width ?? 0;
}

async function columnMenu(page: Page, name: string, item: string): Promise<void> {
  await head(page, name)
    .getByRole('button', { name: `Column ${name}` })
    .click();
  await page.getByRole('menuitem', { name: item }).click();
}

test(
  'a column is made wider by dragging its edge, by keys and to its content',
  { tag: '@desktop-only' },
  async ({ ownerPage: page, grove }) => {
    await listOf(page, grove, ['a short one', `a long one ${'x'.repeat(60)}`]);
    const edge = page.getByRole('separator', { name: 'Width of Created' });
    const before = await widthOf(page, 'Created');
    const box = await edge.boundingBox();
    if (!box) throw new Error('the edge of the column has no place');
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width / 2 + 60, box.y + box.height / 2, { steps: 4 });
    await page.mouse.up();
    await expect.poll(() => widthOf(page, 'Created')).toBeCloseTo(before + 60, -1);
    const dragged = await widthOf(page, 'Created');

    await columnMenu(page, 'Created', 'Change width');
    await expect(edge).toBeFocused();
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => widthOf(page, 'Created')).toBeCloseTo(dragged + 16, 0);
    await expect(edge).toHaveAttribute('aria-valuenow', String(Math.round(dragged + 16)));

    await page.reload();
    await expect.poll(() => widthOf(page, 'Created')).toBeCloseTo(dragged + 16, 0);

    const narrow = await widthOf(page, 'Name');
    const link = grid(page).getByRole('link', { name: /^a long one/ });
    const isCut = () =>
      link.evaluate((it) => {
        const cell = it.closest('td');
        return cell !== null && cell.scrollWidth > cell.clientWidth;
      });
    expect(await isCut()).toBe(true);
    await page.getByRole('separator', { name: 'Width of Name' }).dblclick();
    await expect.poll(isCut).toBe(false);
    expect(await widthOf(page, 'Name')).toBeGreaterThan(narrow);
  },
);

test(
  'columns change places by dragging and from the menu, and stay so',
  { tag: '@desktop-only' },
  async ({ ownerPage: page, grove }) => {
    await listOf(page, grove, ['one', 'two']);
    expect(await headers(page)).toEqual(['Name', 'Description', 'Uid', 'Created', 'Updated']);
    await head(page, 'Updated')
      .getByRole('button', { name: 'Updated', exact: true })
      .dragTo(head(page, 'Description'));
    await expect
      .poll(() => headers(page))
      .toEqual(['Name', 'Updated', 'Description', 'Uid', 'Created']);
    await columnMenu(page, 'Uid', 'Move left');
    await expect
      .poll(() => headers(page))
      .toEqual(['Name', 'Updated', 'Uid', 'Description', 'Created']);
    await columnMenu(page, 'Description', 'Hide');
    await page.reload();
    await expect.poll(() => headers(page)).toEqual(['Name', 'Updated', 'Uid', 'Created']);

    await page.getByRole('button', { name: 'View and export' }).click();
    await page.getByRole('menuitem', { name: 'Reset columns' }).click();
    await expect
      .poll(() => headers(page))
      .toEqual(['Name', 'Description', 'Uid', 'Created', 'Updated']);
  },
);

test(
  'pinned columns stay while the others scroll sideways',
  { tag: ['@desktop-only', '@long'] },
  async ({ ownerPage: page, grove }) => {
    await listOf(
      page,
      grove,
      Array.from({ length: 40 }, (_, index) => `row ${index}`),
    );
    await columnMenu(page, 'Description', 'Pin up to here');
    await page.setViewportSize({ width: 800, height: 600 });
    const left = async (name: string) => (await head(page, name).boundingBox())?.x ?? 0;
    const [name, uid] = [await left('Name'), await left('Uid')];
    const toolbar = page.getByRole('button', { name: 'View and export' });
    const button = await toolbar.boundingBox();
    await grid(page).getByRole('link').first().focus();
    await page.keyboard.press('End');
    await expect.poll(() => left('Uid')).toBeLessThan(uid);
    // Pinned columns also cover the padding of the page.
    expect(name - (await left('Name'))).toBeLessThanOrEqual(24);
    expect(
      Math.abs(((await toolbar.boundingBox())?.x ?? 0) - (button?.x ?? 0)),
    ).toBeLessThanOrEqual(24);
    await expect(page.getByRole('button', { name: 'Next page' })).toBeInViewport();
    await expect(grid(page).getByRole('link').first()).toBeInViewport();
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - window.innerWidth,
    );
    expect(overflow).toBeLessThanOrEqual(0);
  },
);

test(
  'pinned columns stand beside the check boxes, also with larger letters',
  { tag: ['@desktop-only', '@long'] },
  async ({ ownerPage: page, grove }) => {
    await listOf(page, grove, ['one']);
    await columnMenu(page, 'Description', 'Pin up to here');
    await page.setViewportSize({ width: 1800, height: 600 });
    await page.addInitScript(() => {
      document.addEventListener('DOMContentLoaded', () => {
        document.documentElement.style.fontSize = '28px';
      });
    });
    await page.reload();
    const left = async (name: string) => (await head(page, name).boundingBox())?.x ?? 0;
    const uid = await left('Uid');
    await grid(page).getByRole('link').first().focus();
    await page.keyboard.press('End');
    await expect.poll(() => left('Uid')).toBeLessThan(uid);
    const check = await grid(page).getByRole('columnheader').first().boundingBox();
    expect(check?.width).toBe(72);
    const name = await head(page, 'Name').boundingBox();
    expect(name?.x).toBeGreaterThanOrEqual((check?.x ?? 0) + 72 - 1);
    const endOfName = (name?.x ?? 0) + (name?.width ?? 0);
    expect(await left('Description')).toBeGreaterThanOrEqual(endOfName - 1);
    // In less room they would cover all other columns. The tree takes half of the window.
    await page.setViewportSize({ width: 1000, height: 600 });
    await expect.poll(() => left('Name')).toBeLessThan(500);
    await page.setViewportSize({ width: 390, height: 844 });
    const next = page.getByRole('button', { name: 'Next page' });
    await expect
      .poll(() => next.evaluate((it) => it.getBoundingClientRect().right))
      .toBeLessThan(390);
  },
);

test(
  'another person on the same browser has the columns as they come',
  { tag: ['@desktop-only', '@long'] },
  async ({ ownerPage: page, grove }) => {
    const uid = await listOf(page, grove, ['one']);
    await columnMenu(page, 'Description', 'Hide');
    await expect.poll(() => headers(page)).toEqual(['Name', 'Uid', 'Created', 'Updated']);
    await page.evaluate(() => {
      const all = JSON.parse(localStorage.getItem('grove.tables') ?? '{}') as Record<
        string,
        object
      >;
      const others = Object.entries(all).map(([person, lists]) => [`${person} other`, lists]);
      localStorage.setItem('grove.tables', JSON.stringify(Object.fromEntries(others)));
    });
    await page.goto(groupUrl(uid, '/children'));
    await expect
      .poll(() => headers(page))
      .toEqual(['Name', 'Description', 'Uid', 'Created', 'Updated']);
  },
);

test(
  'every row that matches is chosen, beyond the page',
  { tag: '@desktop-only' },
  async ({ ownerPage: page, grove }) => {
    const names = Array.from({ length: 230 }, (_, index) => `m${String(index).padStart(3, '0')}`);
    await listOf(page, grove, names);
    const bar = page.getByRole('group', { name: 'Selected rows' });
    await page.getByRole('checkbox', { name: 'Select all rows of this page' }).check();
    await expect(bar.getByRole('status')).toHaveText('50 groups selected');

    // After the stop, the earlier choice remains.
    await page.route('**/iam/v2beta1/groups?*page_size=200*page_token*', () => undefined);
    await bar.getByRole('button', { name: 'Select all 230 groups that match' }).click();
    await expect(bar.getByText('200 of 230')).toBeVisible();
    await bar.getByRole('button', { name: 'Stop' }).click();
    await expect(bar.getByRole('status')).toHaveText('50 groups selected');
    await page.unroute('**/iam/v2beta1/groups?*page_size=200*page_token*');

    await bar.getByRole('button', { name: 'Select all 230 groups that match' }).click();
    await expect(bar.getByRole('status')).toHaveText('230 groups selected');
    await page.getByRole('checkbox', { name: 'Select m001' }).uncheck();
    await bar.getByRole('button', { name: 'Export' }).click();
    const downloading = page.waitForEvent('download');
    await page.getByRole('menuitem', { name: 'As JSON' }).click();
    const stream = await (await downloading).createReadStream();
    const chunks: Buffer[] = [];
    for await (const chunk of stream) chunks.push(Buffer.from(chunk as Uint8Array));
    const exported = JSON.parse(Buffer.concat(chunks).toString()) as { name: string }[];
    expect(exported.map(({ name }) => name)).toEqual(names.filter((name) => name !== 'm001'));
  },
);

test(
  'the keys move from cell to cell, and Tab leaves the table',
  { tag: '@desktop-only' },
  async ({ ownerPage: page, grove }) => {
    await listOf(page, grove, ['one', 'two']);
    const links = grid(page).getByRole('link');
    const cell = (row: number, column: number) =>
      grid(page).getByRole('row').nth(row).getByRole('gridcell').nth(column);
    await page.getByRole('button', { name: 'View and export' }).focus();
    await page.keyboard.press('Tab');
    await expect(links.first()).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await expect(links.nth(1)).toBeFocused();
    await page.keyboard.press('ArrowRight');
    await expect(cell(2, 2)).toBeFocused();
    await page.keyboard.press('End');
    await expect(page.getByRole('button', { name: 'Actions for two' })).toBeFocused();
    await page.keyboard.press('ArrowUp');
    await expect(page.getByRole('button', { name: 'Actions for one' })).toBeFocused();
    await page.keyboard.press('Home');
    await page.keyboard.press('Space');
    await expect(page.getByRole('checkbox', { name: 'Select one' })).toBeChecked();
    await page.keyboard.press('Control+Home');
    await expect(
      page.getByRole('checkbox', { name: 'Select all rows of this page' }),
    ).toBeFocused();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('menu', { name: 'Column Name' })).toBeVisible();
    await page.keyboard.press('ArrowDown');
    await expect(page.getByRole('menuitem', { name: 'Sort descending' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('button', { name: 'Column Name' })).toBeFocused();
    const bar = page.getByRole('group', { name: 'Selected rows' });
    const first = bar.getByRole('button', { name: 'Export' });
    // The code of this button loads later than the bar.
    await expect(first).toBeVisible();
    await page.keyboard.press('Tab');
    await expect(first).toBeFocused();
  },
);
