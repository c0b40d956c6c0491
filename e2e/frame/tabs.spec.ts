/** The tabs of a group at every width: no tab is clipped, nothing moves, every tab can be reached. */
import type { Locator, Page } from '@playwright/test';
import { makeViewer, signInAs } from '../access/viewer.ts';
import { expect, groupUrl, makeGroup, ORGANIZATION, test } from '../fixtures.ts';
import { makeIdentity } from '../people/identities.ts';

const AREAS = ['Overview', 'Access', 'Software', 'Activity', 'Setup'];

const partsOf = (page: Page, area: string) =>
  page.getByRole('navigation', { name: `Parts of ${area}` });
const tabsOf = (page: Page) => partsOf(page, 'this group');
const moreOf = (page: Page, area = 'this group') =>
  page.getByRole('button', { name: `More parts of ${area}` });

test('every width shows the areas that fit, and the current one', async ({
  ownerPage: page,
  grove,
  isMobile,
}) => {
  await page.goto(groupUrl(grove.rootUid, '/roles'));
  const nav = tabsOf(page);
  const current = nav.getByRole('link', { name: 'Access' });
  await expect(current).toHaveAttribute('aria-current', 'page');
  const role = partsOf(page, 'access').getByRole('link', { name: 'Roles' });
  await expect(role).toHaveAttribute('aria-current', 'page');
  for (const width of isMobile ? [390, 600, 260] : [1440, 1024, 820]) {
    await page.setViewportSize({ width, height: 844 });
    await expect(current).toBeInViewport({ ratio: 1 });
    await expect(role).toBeInViewport({ ratio: 1 });
    if (width === 260) {
      await expect(moreOf(page)).toBeInViewport({ ratio: 1 });
      await expect(nav.getByRole('link', { name: 'Setup' })).toBeHidden();
    } else {
      for (const name of AREAS) {
        const link = nav.getByRole('link', { name, exact: true });
        await expect(link).toBeInViewport({ ratio: 1 });
      }
      await expect(moreOf(page)).toBeHidden();
    }
    const room = await nav.evaluate((element) => element.scrollWidth - element.clientWidth);
    expect(room, `${width} px`).toBeLessThanOrEqual(0);
  }
});

test(
  'the widths of the tabs are those of their words',
  { tag: '@long' },
  async ({ ownerPage: page, grove }) => {
    for (const path of ['', '/access', '/advisories', '/association']) {
      await page.goto(groupUrl(grove.rootUid, path));
      await page.waitForLoadState('networkidle');
      await page.evaluate(() => document.fonts.ready);
      const navs = page.getByRole('navigation', { name: /^Parts of/ });
      const measured = await navs.evaluateAll((all) =>
        all.flatMap((nav) => {
          for (const style of nav.querySelectorAll('style')) style.remove();
          return [...nav.querySelectorAll('a')].map((link) => {
            const given = link.getBoundingClientRect().width;
            link.style.cssText += '; width: max-content; font-weight: 500';
            return { text: link.textContent, given, own: link.getBoundingClientRect().width };
          });
        }),
      );
      for (const { text, given, own } of measured)
        expect(Math.round(given), text).toBe(Math.ceil(own));
    }
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
  'what a group has none of yet is behind "More", and under the same keys',
  { tag: '@phone' },
  async ({ ownerPage: page, grove, isMobile }) => {
    const { uid } = await makeGroup(page, grove, grove.rootUid);
    await page.goto(groupUrl(uid, '/identities'));
    await page.waitForLoadState('networkidle');
    const nav = partsOf(page, 'access');
    await expect(nav.getByRole('link')).toHaveText(['Identities', 'Role bindings', 'Roles']);
    const more = moreOf(page, 'access');
    if (isMobile) await more.tap();
    else {
      await more.focus();
      await page.keyboard.press('ArrowDown');
    }
    const menu = page.getByRole('menu', { name: 'More parts of access' });
    await expect(menu.getByRole('menuitem')).toHaveText([/^Invites.*None yet/, /^Keys.*None yet/]);
    await menu.getByRole('menuitem', { name: 'Keys' }).click();
    await expect(page).toHaveURL(/\/keys$/);
    const keys = nav.getByRole('link', { name: 'Keys' });
    await expect(keys).toHaveAttribute('aria-current', 'page');
    await expect(keys).toBeInViewport({ ratio: 1 });
    if (isMobile) return;
    await expect(menu).toBeHidden();
    await page.keyboard.press('g');
    await page.keyboard.press('d');
    await expect(page).toHaveURL(/\/providers$/);
    await expect(tabsOf(page).getByRole('link', { name: 'Setup' })).toHaveAttribute(
      'aria-current',
      'page',
    );
  },
);

test('what somebody may not see is not there, and titles name the thing and its place', async ({
  ownerPage: page,
  grove,
}) => {
  const { uid } = await makeGroup(page, grove, grove.rootUid, 'narrowed');
  await makeIdentity(page, grove, uid, { name: 'narrow deploy' });
  const areas = tabsOf(page).getByRole('link');
  await page.goto(groupUrl(uid, '/identities'));
  await expect(areas).toHaveCount(AREAS.length);
  await expect(page).toHaveTitle(`Identities · narrowed · ${ORGANIZATION}`);
  await page.getByRole('link', { name: 'narrow deploy' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('narrow deploy');
  await expect(page).toHaveTitle(`narrow deploy · narrowed · ${ORGANIZATION}`);

  const viewer = await makeViewer(page, grove, uid);
  await signInAs(page, viewer, groupUrl(uid, '/identities'));
  await expect(areas).toHaveText([/Overview/, /Access/, /Software/, /Setup/]);
  await expect(page).toHaveTitle('Identities · narrowed');
});

test(
  'between a phone and a wide screen columns give way, and the menu stays at the edge',
  { tag: '@desktop-only' },
  async ({ ownerPage: page, grove }) => {
    const { uid } = await makeGroup(page, grove, grove.rootUid);
    await makeIdentity(page, grove, uid, { name: 'narrow deploy' });
    await page.goto(groupUrl(uid, '/identities'));
    const menu = page.getByRole('button', { name: 'Actions for narrow deploy' });
    const issuer = page.getByRole('columnheader', { name: 'Issuer' });
    await expect(issuer).toBeVisible();
    for (const width of [1024, 820, 700]) {
      await page.setViewportSize({ width, height: 800 });
      await expect(menu).toBeInViewport({ ratio: 1 });
    }
    await expect(issuer).toBeHidden();
    await page.setViewportSize({ width: 1440, height: 800 });
    await expect(issuer).toBeVisible();
  },
);

test(
  'over a slow line a click on a tab answers before the page is there',
  { tag: '@desktop-only' },
  async ({ ownerPage: page, grove }) => {
    const { uid } = await makeGroup(page, grove, grove.rootUid);
    await page.goto(groupUrl(uid, '/children'));
    const tabs = page.getByRole('navigation', { name: 'Parts of this group' });
    const overview = tabs.getByRole('link', { name: 'Overview' });
    const people = tabs.getByRole('link', { name: 'Access' });
    const lineUnder = (tab: Locator) =>
      tab.evaluate((element) => getComputedStyle(element).borderBottomColor);
    await expect(page.getByRole('heading', { name: 'No groups yet' })).toBeVisible();
    const marked = await lineUnder(overview);
    const arrived = Promise.withResolvers<void>();
    await page.route(
      (url) => url.searchParams.has('_rsc'),
      async (route) => {
        await arrived.promise;
        await route.continue();
      },
    );
    await people.click();
    await expect(people).toHaveCSS('border-bottom-color', marked);
    await expect(overview).not.toHaveCSS('border-bottom-color', marked);
    arrived.resolve();
    await expect(people).toHaveAttribute('aria-current', 'page');
  },
);
