import type { Request } from '@playwright/test';
import { makeViewer } from '../access/viewer.ts';
import {
  expect,
  groupUrl,
  makeGroup,
  ORGANIZATION,
  OWNER_EMAIL,
  OWNER_PASSWORD,
  test,
} from '../fixtures.ts';
import { whenReady } from '../support/ready-page.ts';
import { insertOutsider } from '../access/outsider.ts';

test('the palette goes to tabs, actions and groups by name', async ({ ownerPage: page, grove }) => {
  const group = await makeGroup(page, grove, grove.rootUid, 'sought');
  await page.goto(groupUrl(grove.rootUid));
  const palette = page.getByRole('dialog', { name: 'Command palette' });
  await page.keyboard.press('Control+k');
  await expect(palette.getByRole('searchbox')).toBeFocused();
  await page.keyboard.type('sought');
  await expect(palette.getByRole('menuitem', { name: /sought/ })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(grove.url + groupUrl(group.uid));

  await page.getByRole('button', { name: 'Search or go to' }).click();
  await page.keyboard.type('invites');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(grove.url + groupUrl(group.uid, '/invites'));

  await page.keyboard.press('Control+k');
  await page.keyboard.type('no such thing');
  await expect(palette.getByRole('status')).toHaveText('Nothing is named “no such thing”');
  await page.keyboard.press('Escape');
  await expect(palette.getByRole('searchbox')).toHaveValue('');
  await page.keyboard.press('Escape');
  await expect(palette).toBeHidden();
});

test('keys go to tabs and show what they do', async ({ ownerPage: page, grove }) => {
  await page.goto(groupUrl(grove.rootUid));
  await expect(page.getByRole('heading', { level: 1, name: ORGANIZATION })).toBeVisible();
  await page.keyboard.press('g');
  await page.keyboard.press('c');
  await expect(page).toHaveURL(/\/children$/);
  await whenReady(page);
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keyboard' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog', { name: 'Keyboard' })).toBeHidden();
  await page.keyboard.press('g');
  await page.keyboard.press('o');
  await expect(page).toHaveURL(grove.url + groupUrl(grove.rootUid));
});

test('the theme is chosen and is there from the first paint', async ({ ownerPage: page }) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto('/');
  const html = page.locator('html');
  await page.getByRole('button', { name: 'Account' }).click();
  await page.getByRole('menuitemradio', { name: 'Dark' }).click();
  await expect(html).toHaveCSS('color-scheme', 'dark');
  await page.addInitScript(() => {
    new PerformanceObserver(() => {
      const { colorScheme } = getComputedStyle(document.documentElement);
      Object.assign(window, { schemeAtFirstPaint: colorScheme });
    }).observe({ type: 'paint', buffered: true });
  });
  await page.reload();
  // A page can be ready before its first paint.
  await page.waitForFunction("'schemeAtFirstPaint' in window");
  expect(await page.evaluate('schemeAtFirstPaint')).toBe('dark');
  await page.getByRole('button', { name: 'Account' }).click();
  await page.getByRole('menuitemradio', { name: 'System' }).click();
  await expect(html).toHaveCSS('color-scheme', 'light dark');
});

test(
  'a page that is painted before its script comes can be used once that is there',
  { tag: '@long' },
  async ({ ownerPage: page, grove }) => {
    const painted = page.getByRole('heading', { level: 1, name: ORGANIZATION }).waitFor();
    await page.route('**/_next/static/**/*.js', async (route) => {
      await painted;
      await route.continue();
    });
    await page.goto(groupUrl(grove.rootUid), { waitUntil: 'commit' });
    await page.getByRole('button', { name: 'Search or go to' }).click();
    await expect(page.getByRole('dialog', { name: 'Command palette' })).toBeVisible();
  },
);

test(
  'says what is wrong with an address that leads nowhere',
  { tag: '@long' },
  async ({ ownerPage: page, grove }) => {
    await page.goto('/nowhere');
    await expect(page.getByRole('heading', { name: 'There is no such page' })).toBeVisible();
    await page.goto(groupUrl(`${grove.rootUid}/0123456789abcdef`));
    await expect(page.getByRole('heading', { name: 'There is no such group' })).toBeVisible();
    await page.goto(groupUrl('0'.repeat(40)));
    await expect(page.getByRole('heading', { name: 'You may not see this group' })).toBeVisible();
  },
);

/** For an owner, who may see the system in these tests. */
const RAIL_PAGES = ['Explain access', 'API reference', 'Documents', 'System', 'Settings'];

test(
  'the rail has the pages that belong to no group',
  { tag: '@long' },
  async ({ ownerPage: page, grove, isMobile }) => {
    await page.goto(groupUrl(grove.rootUid));
    const links = page.getByRole('navigation', { name: 'Grove' }).getByRole('link');
    const settings = links.filter({ hasText: 'Settings' });
    if (isMobile) {
      await page.getByRole('button', { name: /^Open the group tree/ }).click();
      await expect(links).toHaveText(RAIL_PAGES);
      await settings.click();
      await expect(page.getByRole('dialog', { name: 'Groups' })).toBeHidden();
      await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
      return;
    }
    await expect(links).toHaveText(RAIL_PAGES);
    await settings.click();
    await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
    await expect(settings).toHaveAttribute('aria-current', 'page');
    await page.getByRole('button', { name: 'Collapse the group tree' }).click();
    await expect(links).toHaveCount(RAIL_PAGES.length);
    await page.getByRole('link', { name: 'API reference' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'API reference' })).toBeVisible();
    await page.reload();
    await expect(page.getByRole('link', { name: 'API reference' })).toBeInViewport();
    await page.getByRole('button', { name: 'Show the group tree' }).click();
    await expect(settings).toBeVisible();
  },
);

test(
  'the account shows initials, and only what the rail does not have',
  { tag: '@long' },
  async ({ ownerPage: page, isMobile }) => {
    await page.goto('/settings/profile');
    const account = page.getByRole('button', { name: 'Account' });
    await expect(account).toHaveText('A');
    await account.click();
    await expect(page.getByRole('menuitem')).toHaveText(
      isMobile ? [...RAIL_PAGES, 'Keyboard?', 'Sign out'] : ['Settings', 'Keyboard?', 'Sign out'],
    );
  },
);

test('a sign-out that fails says so', { tag: '@long' }, async ({ ownerPage }) => {
  // The browser reports the answer, which fails a page of the fixtures.
  const page = await ownerPage.context().newPage();
  await page.goto('/settings/profile');
  await page.route('**/api/auth/signout', (route) => route.fulfill({ status: 503 }));
  await page.getByRole('button', { name: 'Account' }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(page.getByText('Signing out failed. Try again.')).toBeVisible();
  await expect(page).toHaveURL(/\/settings\/profile$/);
});

test(
  'someone who reaches nothing is told so and whom to ask',
  { tag: '@long' },
  async ({ page, grove, isMobile }) => {
    const email = await insertOutsider(grove);
    await page.goto('/sign-in');
    await page.getByLabel('E-mail').fill(email);
    await page.getByLabel('Password').fill(OWNER_PASSWORD);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(
      page.getByRole('heading', { name: 'You do not have access to any group yet' }),
    ).toBeVisible();
    await expect(page.getByRole('main')).toContainText(email);
    await expect(page.getByRole('main')).toContainText('Ask an owner');

    // Pages for everyone are available too.
    await whenReady(page);
    if (isMobile) {
      await page.getByRole('button', { name: 'Account' }).click();
      await page.getByRole('menuitem', { name: 'API reference' }).click();
    } else {
      await page.getByRole('link', { name: 'API reference' }).click();
    }
    await expect(page.getByRole('heading', { level: 1, name: 'API reference' })).toBeVisible();
    await page.goto('/api-reference?operation=ListGroups');
    await expect(page.getByText(`Sends a real request as ${email}`)).toBeVisible();
    await page.getByRole('button', { name: 'Send GET' }).click();
    await expect(page.getByRole('region', { name: 'Answer' })).toContainText('"groups": []');
  },
);

test('after a session ends during an edit, the person signs in again in place', async ({
  ownerPage: page,
  grove,
}) => {
  const { uid } = await makeGroup(page, grove, grove.rootUid);
  const other = await makeViewer(page, grove, uid);
  await page.goto(groupUrl(uid, '/children/new'));
  const name = page.getByLabel('Name');
  await name.fill('typed before it ended');
  await page.waitForLoadState('networkidle');
  await page.context().clearCookies();
  await page.getByRole('button', { name: 'Create group' }).click();
  const dialog = page.getByRole('dialog', { name: 'Sign in again' });
  await expect(dialog.getByLabel('E-mail')).toHaveValue(OWNER_EMAIL);
  const password = dialog.getByLabel('Password');
  await expect(password).toBeFocused();
  await password.press('Escape');
  await expect(page.getByText('Your session has ended.')).toBeVisible();
  await expect(name).toHaveValue('typed before it ended');

  await page.getByRole('button', { name: 'Create group' }).click();
  await password.fill('not the password');
  await password.press('Enter');
  await expect(dialog.getByText('The e-mail address or the password is wrong.')).toBeVisible();
  await dialog.getByLabel('E-mail').fill(other);
  await password.fill(OWNER_PASSWORD);
  await password.press('Enter');
  await expect(dialog.getByText('Sign in as the same person.')).toBeVisible();
  await dialog.getByLabel('E-mail').fill(OWNER_EMAIL);
  await password.fill(OWNER_PASSWORD);
  await password.press('Enter');
  await expect(page.getByRole('heading', { name: 'typed before it ended' })).toBeVisible();
  await expect(dialog).toBeHidden();
});

test('a click without a network stays on the page, says why, and is followed later', async ({
  ownerPage,
  grove,
  context,
}) => {
  const { uid } = await makeGroup(ownerPage, grove, grove.rootUid);
  // The browser reports each request that it cannot send, which fails a page of the fixtures.
  const page = await context.newPage();
  await page.goto(groupUrl(uid));
  await whenReady(page);
  await context.setOffline(true);
  await page.getByRole('link', { name: 'Access', exact: true }).click();
  const status = page.getByRole('status').getByText('No connection.');
  await expect(status).toBeVisible();
  await expect(page).toHaveURL(grove.url + groupUrl(uid));
  // The page that stays has its own tab and its own actions.
  const tabs = page.getByRole('navigation', { name: 'Parts of this group' });
  const weightOf = (name: string) =>
    tabs.getByRole('link', { name }).evaluate((tab) => getComputedStyle(tab).fontWeight);
  await expect(tabs.locator('[aria-current=page]')).toHaveText('Overview');
  await expect(tabs.locator('[data-pending]')).toHaveCount(0);
  expect(await weightOf('Overview')).toBe('500');
  expect(await weightOf('Access')).toBe('400');
  await expect(page.getByRole('button', { name: 'Actions for this group' })).toBeVisible();
  await context.setOffline(false);
  await expect(page).toHaveURL(grove.url + groupUrl(uid, '/identities'));
  await expect(status).toBeHidden();
});

test('a script that is gone after an upgrade reloads the page once, and then is an error', async ({
  ownerPage,
  grove,
}) => {
  // The browser reports each part that it cannot fetch, which fails a page of the fixtures.
  const page = await ownerPage.context().newPage();
  const open = async () => {
    await page.goto(groupUrl(grove.rootUid));
    await whenReady(page);
  };
  const parts = new Set<string>();
  const collect = (request: Request) => parts.add(request.url());
  await open();
  page.on('request', collect);
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keyboard' })).toBeVisible();
  page.off('request', collect);

  await page.route(
    ({ href, pathname }) => parts.has(href) && pathname.endsWith('.js'),
    (route) => route.fulfill({ status: 404 }),
  );
  await open();
  const reloaded = page.waitForEvent('load');
  await page.keyboard.press('?');
  await reloaded;
  await whenReady(page);
  await page.keyboard.press('?');
  await expect(page.getByRole('heading', { name: 'This page could not be shown' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Reload' })).toBeVisible();
});

test(
  'paths that look like files keep out of frames as well',
  { tag: '@long' },
  async ({ page, grove }) => {
    const paths = [
      '/nothing.png',
      '/groups/x.svg',
      '/icon.svg',
      '/api/auth/csrf',
      '/nothing.woff2',
    ];
    for (const path of paths) {
      const headers = (await page.request.get(grove.url + path)).headers();
      expect(headers['content-security-policy'], path).toContain("frame-ancestors 'none'");
      expect(headers['content-security-policy'], path).not.toContain(',');
      expect(headers['x-frame-options'], path).toBe('DENY');
      expect(headers['x-content-type-options'], path).toBe('nosniff');
    }
  },
);

test('pages take no bodies', { tag: '@long' }, async ({ ownerPage: page }) => {
  const posted = await page.request.post('/groups', { data: 'x' });
  expect([posted.status(), posted.headers()['allow']]).toEqual([405, 'GET, HEAD']);
});

test(
  'a page links icons, a manifest and a picture that are there',
  { tag: '@long' },
  async ({ page, grove }) => {
    await page.goto('/sign-in');
    const links = await page
      .locator('link[rel="icon"], link[rel="apple-touch-icon"], link[rel="manifest"]')
      .evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''));
    const picture = await page.locator('meta[property="og:image"]').getAttribute('content');
    expect(picture).toBe(`${grove.url}/social.png`);
    const paths = [...links, '/social.png', '/robots.txt'];
    const types = await Promise.all(
      paths.map(async (path) => {
        const answer = await page.request.get(grove.url + path);
        expect(answer.headers()['cache-control'], path).toBe('public, max-age=86400');
        return `${answer.status()} ${path} ${answer.headers()['content-type']}`;
      }),
    );
    expect(types.sort()).toEqual([
      '200 /apple-touch-icon.png image/png',
      '200 /favicon.ico image/x-icon',
      '200 /icon.svg image/svg+xml',
      '200 /manifest.webmanifest application/manifest+json; charset=utf-8',
      '200 /robots.txt text/plain; charset=utf-8',
      '200 /social.png image/png',
    ]);
  },
);

test('pages keep out of frames and scripts out of pages, whatever policy a client sends', async ({
  request,
}) => {
  const asked = { 'content-security-policy': "script-src 'nonce-guessed'" };
  const answer = await request.get('/sign-in', { headers: asked });
  const headers = answer.headers();
  expect(await answer.text()).not.toContain('guessed');
  expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
  expect(headers['content-security-policy']).not.toMatch(/unsafe-eval|guessed/);
  expect(headers['x-content-type-options']).toBe('nosniff');
  expect(headers['referrer-policy']).toBe('same-origin');
});
