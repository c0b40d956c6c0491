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
/** Opens an area of the group, and one of its tabs. */
async function visit(page: Page, area: string, tab: string): Promise<void> {
  const part = (line: string, name: string) =>
    page.getByRole('navigation', { name: `Parts of ${line}` }).getByRole('link', { name });
  await part('this group', area).click();
  await part(area.toLowerCase(), tab).click();
}

type Steps = () => Promise<void>;

/** Opens a screen, and plays steps on it under a caption, which is also the name in the report. */
const chapter = (page: Page, words: string, open: Steps, steps?: Steps) =>
  test.step(words, async () => {
    await open();
    await say(page, words, steps);
  });

test('a tour of Grove', async ({ page, isMobile }) => {
  test.skip(isMobile, 'shown on a wide screen');
  await showPointer(page);
  const recording = SLOW_MS > 0 ? await record(page) : null;

  await overview(page);
  await hierarchy(page);
  await access(page);
  await holdings(page);
  await change(page);

  await say(page, 'That was Grove. Thank you for watching.');
  await recording?.saveAs('test-results/tour.webm');
});

async function overview(page: Page): Promise<void> {
  await chapter(
    page,
    'People sign in with a password or through a provider',
    async () => {
      await page.goto('/');
      await expect(page.getByLabel('E-mail')).toBeVisible();
    },
    async () => {
      await page.getByLabel('E-mail').fill(OWNER_EMAIL);
      await page.getByLabel('Password').fill(OWNER_PASSWORD);
    },
  );
  await chapter(page, 'The overview sums up a group and all below it', async () => {
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await expect(heading(page, 'acme')).toBeVisible();
    await expect(page.getByRole('link', { name: /^Identities 400/ })).toBeVisible();
    await expect(page.getByRole('region', { name: 'Recent changes' })).toBeVisible();
  });
  await chapter(page, 'Each figure leads to the rows that it counts', async () => {
    const figures = page.getByRole('region', { name: 'Advisories' });
    await figures.getByRole('link', { name: /^Critical/ }).click();
    const table = page.getByRole('table', { name: 'Advisories' });
    await expect(table.getByRole('link').first()).toBeVisible();
    await expect(page).toHaveURL(/severities=CRITICAL/);
  });
  await chapter(page, 'The timeline of an advisory says what became of it', async () => {
    await page.getByRole('table', { name: 'Advisories' }).getByRole('link').first().click();
    await expect(page.getByRole('heading', { name: 'Timeline' })).toBeVisible();
  });
}

async function hierarchy(page: Page): Promise<void> {
  await chapter(
    page,
    'Groups are a tree: areas, teams, services, environments',
    async () => {
      await visit(page, 'Overview', 'Summary');
      await expect(tree(page, 'payments')).toBeVisible();
    },
    async () => {
      await tree(page, 'payments').click();
      await expect(heading(page, 'payments')).toBeVisible();
      await page.keyboard.press('ArrowRight');
      await tree(page, 'checkout').click();
      await page.keyboard.press('ArrowRight');
      await tree(page, 'cart').click();
      await page.keyboard.press('ArrowRight');
      await tree(page, 'production').click();
      await expect(heading(page, 'production')).toBeVisible();
    },
  );
  await chapter(page, 'What a group has is in five areas; a key leads to each part', async () => {
    await visit(page, 'Overview', 'Groups');
    const table = page.getByRole('grid', { name: 'Child groups' });
    await expect(table.getByRole('link', { name: 'eu-west-1' })).toBeVisible();
  });
}

async function access(page: Page): Promise<void> {
  await chapter(page, 'Access: the roles bound here, and those from the groups above', async () => {
    await visit(page, 'Access', 'Role bindings');
    const table = page.getByRole('grid', { name: 'Role bindings' });
    await expect(table.getByText('Inherited from payments').first()).toBeVisible();
  });
  const identity = page
    .getByRole('grid', { name: 'Identities' })
    .getByRole('link', { name: 'cart deploy' });
  await chapter(
    page,
    'Identities are people and machines, known by their tokens',
    async () => {
      await visit(page, 'Access', 'Identities');
      await expect(identity).toBeVisible();
    },
    async () => {
      await identity.click();
      await expect(page.getByRole('article', { name: 'cart deploy' })).toBeVisible();
    },
  );
  await chapter(
    page,
    'Why may it do that? The server explains',
    async () => {
      const does = page.getByRole('region', { name: 'Access', exact: true });
      await does.getByRole('link', { name: 'Explain access to production' }).click();
      const answer = page.getByRole('heading', { name: /^It has \d+ capabilities here/ });
      await expect(answer).toBeVisible();
    },
    async () => {
      await page.getByRole('combobox', { name: 'Capability' }).selectOption('repo.sync');
      await expect(page.getByRole('heading', { name: 'Yes, it has repo.sync' })).toBeVisible();
      await page.getByRole('button', { name: 'Everyone with this capability' }).click();
      await expect(page.getByRole('heading', { name: /identities have repo\.sync/ })).toBeVisible();
    },
  );
  const role = page.getByRole('link', { name: 'incident responder' });
  await chapter(
    page,
    'Roles say what can be done, family by verb',
    async () => {
      await page.getByRole('link', { name: 'Grove, home' }).click();
      await visit(page, 'Access', 'Roles');
      await expect(role).toBeVisible();
    },
    async () => {
      await role.click();
      const table = page.getByRole('table', { name: 'Capabilities of incident responder' });
      await expect(table).toBeVisible();
    },
  );
}

async function holdings(page: Page): Promise<void> {
  const repo = page.getByRole('table').getByRole('link', { name: 'nginx' });
  await chapter(
    page,
    'Repositories, with what every tag points at',
    async () => {
      await visit(page, 'Software', 'Repositories');
      await expect(repo).toBeVisible();
    },
    async () => {
      await repo.click();
      const tags = page.getByRole('table', { name: 'Tags' });
      await expect(tags.getByRole('row', { name: /latest/ })).toBeVisible();
    },
  );
  const palette = page.getByRole('dialog', { name: 'Command palette' });
  const found = palette.getByRole('menuitem', { name: /^checkout/ }).first();
  await chapter(
    page,
    'The palette finds anything by its name',
    async () => {
      await page.keyboard.press('Control+k');
      await expect(palette.getByRole('searchbox')).toBeFocused();
    },
    async () => {
      await page.keyboard.type('checkout');
      await expect(found).toBeVisible();
    },
  );
  await found.click();
  await expect(heading(page, 'checkout')).toBeVisible();
}

async function change(page: Page): Promise<void> {
  const sheet = page.getByRole('dialog', { name: 'New group in checkout' });
  await chapter(
    page,
    'Changes are made beside the list that they are of',
    async () => {
      await visit(page, 'Overview', 'Groups');
      await page.getByRole('main').getByRole('link', { name: 'New group' }).first().click();
      await expect(sheet).toBeVisible();
    },
    async () => {
      await sheet.getByRole('textbox', { name: 'Name' }).fill('gift-cards');
      await sheet.getByRole('textbox', { name: 'Description' }).fill('Paid for now, used later');
    },
  );
  const record = page
    .getByRole('table', { name: 'Activity' })
    .getByRole('link', { name: 'Group created' });
  await chapter(
    page,
    'Every change is on record, with the values before and after',
    async () => {
      await sheet.getByRole('button', { name: 'Create group' }).click();
      await expect(heading(page, 'gift-cards')).toBeVisible();
      await page
        .getByRole('navigation', { name: 'Parts of this group' })
        .getByRole('link', { name: 'Activity' })
        .click();
      await expect(record).toBeVisible();
    },
    async () => {
      await record.click();
      await expect(page.getByText('Paid for now, used later').first()).toBeVisible();
    },
  );
}
