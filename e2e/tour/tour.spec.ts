import { test as base, type Page } from '@playwright/test';
import { expect, OWNER_EMAIL, OWNER_PASSWORD, type RunningGrove } from '../fixtures.ts';
import { startDemoGrove } from './demo-grove.ts';
import { say, showPointer, SLOW_MS } from './guide.ts';
import { record } from './recorder.ts';

const test = base.extend<object, { demo: RunningGrove }>({
  demo: [
    async ({}, use) => {
      const grove = await startDemoGrove();
      await use(grove);
      await grove.stop();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: async ({ demo }, use) => use(demo.url),
});

const heading = (page: Page, name: string | RegExp) =>
  page.getByRole('heading', { level: 1, name });
const tree = (page: Page, name: string) =>
  page.getByRole('tree', { name: 'Groups' }).getByRole('treeitem', { name, exact: true });
const tab = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Parts of this group' }).getByRole('link', { name });

/** One chapter, with a caption for viewers and a name in the report. */
const chapter = (page: Page, words: string, play: () => Promise<void>) =>
  test.step(words, async () => {
    await say(page, words);
    await play();
  });

test('a tour of Grove', async ({ page, isMobile }) => {
  test.skip(isMobile, 'shown on a wide screen');
  await showPointer(page);
  const recording = SLOW_MS > 0 ? await record(page) : null;
  await page.goto('/');

  await chapter(page, 'People sign in with a password or through a provider', async () => {
    await page.getByLabel('E-mail').fill(OWNER_EMAIL);
    await page.getByLabel('Password').fill(OWNER_PASSWORD);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await expect(heading(page, 'acme')).toBeVisible();
  });
  await overview(page);
  await hierarchy(page);
  await access(page);
  await holdings(page);
  await change(page);

  await say(page, 'That was Grove. Thank you for watching.');
  await recording?.saveAs('test-results/tour.webm');
});

async function overview(page: Page): Promise<void> {
  await chapter(page, 'The overview sums up a group and all below it', async () => {
    await expect(page.getByRole('link', { name: /^Identities 400/ })).toBeVisible();
    await expect(page.getByRole('region', { name: 'Recent changes' })).toBeVisible();
  });
  await chapter(page, 'Each figure leads to the rows that it counts', async () => {
    const figures = page.getByRole('region', { name: 'Advisories' });
    await figures.getByRole('link', { name: /^Critical/ }).click();
    const table = page.getByRole('table', { name: 'Advisories' });
    await expect(table.getByRole('link').first()).toBeVisible();
    await expect(page).toHaveURL(/severities=CRITICAL/);
    await table.getByRole('link').first().click();
    await expect(page.getByRole('heading', { name: 'Timeline' })).toBeVisible();
  });
}

async function hierarchy(page: Page): Promise<void> {
  await chapter(page, 'Groups are a tree: areas, teams, services, environments', async () => {
    await tab(page, 'Overview').click();
    await tree(page, 'payments').click();
    await expect(heading(page, 'payments')).toBeVisible();
    await page.keyboard.press('ArrowRight');
    await tree(page, 'checkout').click();
    await page.keyboard.press('ArrowRight');
    await tree(page, 'cart').click();
    await page.keyboard.press('ArrowRight');
    await tree(page, 'production').click();
    await expect(heading(page, 'production')).toBeVisible();
  });
  await chapter(page, 'What a group has is on its tabs; a key each leads there', async () => {
    await tab(page, 'Groups').click();
    const table = page.getByRole('grid', { name: 'Child groups' });
    await expect(table.getByRole('link', { name: 'eu-west-1' })).toBeVisible();
  });
}

async function access(page: Page): Promise<void> {
  await chapter(page, 'Access: the roles bound here, and those from the groups above', async () => {
    await tab(page, 'Access').click();
    const table = page.getByRole('grid', { name: 'Role bindings' });
    await expect(table.getByText('Inherited from payments').first()).toBeVisible();
  });
  await chapter(page, 'Identities are people and machines, known by their tokens', async () => {
    await tab(page, 'Identities').click();
    const table = page.getByRole('grid', { name: 'Identities' });
    await table.getByRole('link', { name: 'cart deploy' }).click();
    await expect(page.getByRole('article', { name: 'cart deploy' })).toBeVisible();
  });
  await chapter(page, 'Why may it do that? The server explains', async () => {
    const does = page.getByRole('region', { name: 'Access', exact: true });
    await does.getByRole('link', { name: 'Explain access to production' }).click();
    await expect(
      page.getByRole('heading', { name: /^It has \d+ capabilities here/ }),
    ).toBeVisible();
    await page.getByRole('combobox', { name: 'Capability' }).selectOption('repo.sync');
    await expect(page.getByRole('heading', { name: 'Yes, it has repo.sync' })).toBeVisible();
    await page.getByRole('button', { name: 'Everyone with this capability' }).click();
    await expect(page.getByRole('heading', { name: /identities have repo\.sync/ })).toBeVisible();
  });
  await chapter(page, 'Roles say what can be done, family by verb', async () => {
    await page.getByRole('link', { name: 'Grove, home' }).click();
    await tab(page, 'Roles').click();
    await page.getByRole('link', { name: 'incident responder' }).click();
    await expect(
      page.getByRole('table', { name: 'Capabilities of incident responder' }),
    ).toBeVisible();
  });
}

async function holdings(page: Page): Promise<void> {
  await chapter(page, 'Repositories, with what every tag points at', async () => {
    await tab(page, 'Repositories').click();
    await page.getByRole('table').getByRole('link', { name: 'nginx' }).click();
    const tags = page.getByRole('table', { name: 'Tags' });
    await expect(tags.getByRole('row', { name: /latest/ })).toBeVisible();
  });
  await chapter(page, 'The palette finds anything by its name', async () => {
    await page.keyboard.press('Control+k');
    const palette = page.getByRole('dialog', { name: 'Command palette' });
    await expect(palette.getByRole('searchbox')).toBeFocused();
    await page.keyboard.type('checkout');
    await palette
      .getByRole('menuitem', { name: /^checkout/ })
      .first()
      .click();
    await expect(heading(page, 'checkout')).toBeVisible();
  });
}

async function change(page: Page): Promise<void> {
  await chapter(page, 'Changes are made beside the list that they are of', async () => {
    await tab(page, 'Groups').click();
    await page.getByRole('main').getByRole('link', { name: 'New group' }).first().click();
    const sheet = page.getByRole('dialog', { name: 'New group in checkout' });
    await sheet.getByRole('textbox', { name: 'Name' }).fill('gift-cards');
    await sheet.getByRole('textbox', { name: 'Description' }).fill('Paid for now, used later');
    await sheet.getByRole('button', { name: 'Create group' }).click();
    await expect(heading(page, 'gift-cards')).toBeVisible();
  });
  await chapter(page, 'Every change is on record, with what was there before', async () => {
    await tab(page, 'Activity').click();
    await page
      .getByRole('table', { name: 'Activity' })
      .getByRole('link', { name: 'Group created' })
      .click();
    await expect(page.getByText('Paid for now, used later').first()).toBeVisible();
  });
}
