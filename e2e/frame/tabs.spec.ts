/** The tabs of a group at every width: no tab is clipped, nothing moves, every tab can be reached. */
import type { Locator, Page } from '@playwright/test';
import { expect, groupUrl, makeGroup, test } from '../fixtures.ts';

const ALL = [
  'Overview',
  'Groups',
  'Identities',
  'Access',
  'Advisories',
  'Repositories',
  'Activity',
  'Roles',
  'Invites',
  'Keys',
  'Providers',
  'Association',
];

const tabsOf = (page: Page) => page.getByRole('navigation', { name: 'Parts of this group' });
const moreOf = (page: Page) => page.getByRole('button', { name: 'More parts of this group' });

test('every width shows as many tabs as fit, and the current one', async ({
  ownerPage: page,
  grove,
  isMobile,
}) => {
  await page.goto(groupUrl(grove.rootUid, '/roles'));
  const nav = tabsOf(page);
  const current = nav.getByRole('link', { name: 'Roles' });
  await expect(current).toHaveAttribute('aria-current', 'page');
  const widths = isMobile ? [320, 390, 600] : [1440, 1280, 1000, 820];
  const counts: number[] = [];
  for (const width of widths) {
    await page.setViewportSize({ width, height: 844 });
    await expect(current).toBeInViewport({ ratio: 1 });
    const shown = await nav.getByRole('link').allTextContents();
    expect(shown).toEqual(ALL.filter((name) => shown.includes(name)));
    counts.push(shown.length);
    if (shown.length === ALL.length) await expect(moreOf(page)).toBeHidden();
    else await expect(moreOf(page)).toBeInViewport({ ratio: 1 });
    const room = await nav.evaluate((element) => element.scrollWidth - element.clientWidth);
    expect(room, `${width} px`).toBeLessThanOrEqual(0);
  }
  expect(counts[0]).toBe(isMobile ? 3 : ALL.length);
  expect(counts.at(-1)).toBeLessThan(ALL.length);
});

test(
  'the widths of the tabs are those of their words',
  { tag: '@long' },
  async ({ ownerPage: page, grove }) => {
    await page.goto(groupUrl(grove.rootUid));
    await page.waitForLoadState('networkidle');
    await page.evaluate(() => document.fonts.ready);
    const measured = await tabsOf(page).evaluate((nav) => {
      for (const style of nav.querySelectorAll('style')) style.remove();
      return [...nav.querySelectorAll('a')].map((link) => {
        const given = link.getBoundingClientRect().width;
        link.style.cssText = 'width: max-content; font-weight: 500';
        return { text: link.textContent, given, own: link.getBoundingClientRect().width };
      });
    });
    expect(measured.map(({ text }) => text)).toEqual(ALL);
    for (const { text, given, own } of measured)
      expect(Math.round(given), text).toBe(Math.ceil(own));
    const more = await moreOf(page).evaluate((button) => button.getBoundingClientRect().width);
    expect(more).toBeLessThanOrEqual(64);
  },
);

test(
  'the first paint is right, and nothing moves after it',
  { tag: '@phone' },
  async ({ ownerPage: page, grove, browser }) => {
    await page.addInitScript(() => {
      const moved: string[] = [];
      Object.assign(window, { moved });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries() as (PerformanceEntry & {
          sources: { node?: Node }[];
        })[])
          for (const { node } of entry.sources) {
            if (node?.parentElement?.closest('nav[aria-label]')) moved.push(node.textContent ?? '');
          }
      }).observe({ type: 'layout-shift', buffered: true });
    });
    const url = groupUrl(grove.rootUid, '/providers');
    await page.goto(url);
    await page.waitForLoadState('networkidle');
    const shown = await tabsOf(page).getByRole('link').allTextContents();
    expect(await page.evaluate(() => (window as never as { moved: string[] }).moved)).toEqual([]);

    const still = await browser.newContext({
      baseURL: grove.url,
      storageState: grove.session,
      javaScriptEnabled: false,
      viewport: page.viewportSize(),
    });
    const painted = await still.newPage();
    await painted.goto(url);
    await expect(tabsOf(painted).getByRole('link')).toHaveText(shown);
    await still.close();
  },
);

test(
  'what does not fit is behind "More", and under the same keys',
  { tag: '@phone' },
  async ({ ownerPage: page, grove, isMobile }) => {
    if (!isMobile) await page.setViewportSize({ width: 900, height: 800 });
    await page.goto(groupUrl(grove.rootUid));
    await page.waitForLoadState('networkidle');
    const nav = tabsOf(page);
    const shown = await nav.getByRole('link').allTextContents();
    if (isMobile) await moreOf(page).tap();
    else {
      await moreOf(page).focus();
      await page.keyboard.press('ArrowDown');
    }
    const menu = page.getByRole('menu', { name: 'More parts of this group' });
    await expect(menu.getByRole('menuitem')).toHaveText(
      ALL.filter((name) => !shown.includes(name)),
    );
    await menu.getByRole('menuitem', { name: 'Association' }).click();
    await expect(page).toHaveURL(/\/association$/);
    await expect(nav.getByRole('link', { name: 'Association' })).toHaveAttribute(
      'aria-current',
      'page',
    );
    await expect(nav.getByRole('link', { name: 'Association' })).toBeInViewport({ ratio: 1 });
    if (isMobile) return;
    await expect(menu).toBeHidden();
    await page.keyboard.press('g');
    await page.keyboard.press('d');
    await expect(page).toHaveURL(/\/providers$/);
    await expect(nav.getByRole('link', { name: 'Providers' })).toBeInViewport({ ratio: 1 });
  },
);

test(
  'over a slow line a click on a tab answers before the page is there',
  { tag: '@desktop-only' },
  async ({ ownerPage: page, grove }) => {
    const { uid } = await makeGroup(page, grove, grove.rootUid);
    await page.goto(groupUrl(uid, '/children'));
    const tabs = page.getByRole('navigation', { name: 'Parts of this group' });
    const groups = tabs.getByRole('link', { name: 'Groups' });
    const roles = tabs.getByRole('link', { name: 'Roles' });
    const lineUnder = (tab: Locator) =>
      tab.evaluate((element) => getComputedStyle(element).borderBottomColor);
    await expect(page.getByRole('heading', { name: 'No groups yet' })).toBeVisible();
    const marked = await lineUnder(groups);
    const arrived = Promise.withResolvers<void>();
    await page.route(
      (url) => url.searchParams.has('_rsc'),
      async (route) => {
        await arrived.promise;
        await route.continue();
      },
    );
    await roles.click();
    await expect(roles).toHaveCSS('border-bottom-color', marked);
    await expect(groups).not.toHaveCSS('border-bottom-color', marked);
    arrived.resolve();
    await expect(roles).toHaveAttribute('aria-current', 'page');
  },
);
