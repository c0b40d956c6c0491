import { expect, test } from '../fixtures.ts';

test('the palette finds a heading of a document and leads to it', async ({ ownerPage: page }) => {
  await page.goto('/docs');
  await page.getByRole('link', { name: 'Operations' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Operations' })).toBeVisible();

  await page.keyboard.press('ControlOrMeta+k');
  await page.getByRole('searchbox', { name: 'Search and commands' }).fill('confirming sign');
  await page.getByRole('menuitem', { name: /Confirming a sign-in/ }).click();
  await expect(page.getByRole('heading', { name: 'Confirming a sign-in' })).toBeInViewport();
});

test(
  'links between documents stay in the console',
  { tag: '@phone' },
  async ({ ownerPage: page }) => {
    await page.goto('/docs/authentication');
    await page.getByRole('link', { name: 'tokens-and-keys.md' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Tokens and keys' })).toBeVisible();
  },
);
