import { type Browser, expect, type Page, test } from '@playwright/test';
import { OWNER_EMAIL, OWNER_PASSWORD, type RunningGrove } from '../fixtures.ts';
import { startDemoGrove } from '../tour/demo-grove.ts';

const DESKTOP = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 844 };
/** The maximum bytes of one picture, because a README loads several. */
const MAX_BYTES = 300_000;

let demo: RunningGrove;

test.beforeAll(async () => {
  test.setTimeout(120_000);
  demo = await startDemoGrove();
});

test.afterAll(() => demo.stop());

interface Look {
  viewport: { width: number; height: number };
  colorScheme: 'light' | 'dark';
}

/** A page of the owner at the overview of the organization. */
async function signedIn(browser: Browser, look: Look): Promise<Page> {
  const isPhone = look.viewport === PHONE;
  const page = await browser.newPage({
    ...look,
    baseURL: demo.url,
    ...(isPhone && { isMobile: true, hasTouch: true, deviceScaleFactor: 2 }),
  });
  await page.goto('/');
  await page.getByLabel('E-mail').fill(OWNER_EMAIL);
  await page.getByLabel('Password').fill(OWNER_PASSWORD);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByRole('region', { name: 'Recent changes' })).toBeVisible();
  return page;
}

/** Saves `docs/NAME.png` once nothing is loading. */
async function shoot(page: Page, name: string): Promise<void> {
  await page.waitForLoadState('networkidle');
  await page.mouse.move(0, 0);
  const bytes = await page.screenshot({ path: `docs/${name}.png`, caret: 'hide' });
  expect(bytes.length, name).toBeLessThan(MAX_BYTES);
}

const tab = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Parts of this group' }).getByRole('link', { name });

test('light', async ({ browser }) => {
  const page = await signedIn(browser, { viewport: DESKTOP, colorScheme: 'light' });
  await shoot(page, 'screenshot');
  await tab(page, 'Software').click();
  const advisories = page.getByRole('table', { name: 'Advisories' });
  await expect(advisories.getByRole('link').first()).toBeVisible();
  await shoot(page, 'screenshot-advisories');
  const tree = page.getByRole('tree', { name: 'Groups' });
  await tree.getByRole('treeitem', { name: 'payments', exact: true }).click();
  await page.keyboard.press('ArrowRight');
  await tree.getByRole('treeitem', { name: 'checkout', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'checkout' })).toBeVisible();
  await tab(page, 'Access').click();
  const parts = page.getByRole('navigation', { name: 'Parts of access' });
  await parts.getByRole('link', { name: 'Role bindings' }).click();
  await expect(page.getByRole('grid', { name: 'Role bindings' })).toBeVisible();
  await shoot(page, 'screenshot-access');
  await page.close();
});

test('dark', async ({ browser }) => {
  const page = await signedIn(browser, { viewport: DESKTOP, colorScheme: 'dark' });
  await shoot(page, 'screenshot-dark');
  await page.close();
});

test('phone', async ({ browser }) => {
  const page = await signedIn(browser, { viewport: PHONE, colorScheme: 'light' });
  await page.goto(`${page.url()}/advisories`);
  await expect(page.getByRole('table', { name: 'Advisories' })).toBeVisible();
  await shoot(page, 'screenshot-phone');
  await page.close();
});
