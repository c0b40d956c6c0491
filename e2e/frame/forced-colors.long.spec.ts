/** In forced-colours mode, as for high contrast, every background is that of the page. */
import type { Locator, Page } from '@playwright/test';
import { expect, groupUrl, makeGroup, test } from '../fixtures.ts';
import { screenUrl } from './screens.ts';

const backgrounds = (all: Locator) =>
  all.evaluateAll((elements) => elements.map((one) => getComputedStyle(one).backgroundColor));

const background = async (one: Locator) => (await backgrounds(one))[0];

const forceColors = (page: Page) =>
  page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' });

/** Checks that every text in the element has the colour that belongs to the background. */
async function expectMarked(one: Locator): Promise<void> {
  const wanted = await one.evaluate((element) => {
    const probe = element.ownerDocument.createElement('i');
    probe.style.cssText = 'forced-color-adjust: none; background: Highlight; color: HighlightText';
    element.append(probe);
    const { backgroundColor, color } = getComputedStyle(probe);
    probe.remove();
    return { backgroundColor, color };
  });
  await expect(one).toHaveCSS('background-color', wanted.backgroundColor);
  const colors = await one
    .locator('xpath=descendant-or-self::*')
    .evaluateAll((all) => all.map((part) => getComputedStyle(part).color));
  expect(new Set(colors)).toEqual(new Set([wanted.color]));
}

test('bars of charts keep their colours', async ({ ownerPage: page, grove }) => {
  await forceColors(page);
  await page.goto(await screenUrl(page, grove, '/groups/[group]'));
  const canvas = await background(page.locator('body'));
  const week = page.getByRole('group', { name: 'New each week' }).getByRole('link').first();
  const parts = await backgrounds(week.locator('span'));
  expect(parts).not.toContain(canvas);
  expect(new Set(parts).size).toBe(parts.length);
  const critical = page.getByRole('link', { name: /^Critical/ });
  const bar = critical.locator('span[aria-hidden] > span');
  expect(await background(bar)).not.toBe(canvas);
});

test('chosen elements differ from others', async ({ ownerPage: page, grove, isMobile }) => {
  await forceColors(page);
  const group = await makeGroup(page, grove, grove.rootUid, 'forced');
  await page.goto(groupUrl(group.uid, '/children'));
  const tabs = page.getByRole('navigation', { name: 'Parts of this group' }).getByRole('link');
  const lines = await tabs.evaluateAll((all) =>
    all.map((tab) => ({
      isCurrent: tab.getAttribute('aria-current') === 'page',
      width: getComputedStyle(tab).borderBottomWidth,
    })),
  );
  for (const { isCurrent, width } of lines) expect(width).toBe(isCurrent ? '2px' : '0px');

  await expectMarked(page.getByRole('radio', { name: 'This group' }).locator('xpath=..'));
  if (!isMobile) {
    await expectMarked(page.getByRole('treeitem', { selected: true }));
  }
  await page.keyboard.press('Control+k');
  const options = page.getByRole('dialog', { name: 'Command palette' }).getByRole('menuitem');
  await page.getByRole('searchbox', { name: 'Search and commands' }).fill('settings');
  await expectMarked(options.first());
});
