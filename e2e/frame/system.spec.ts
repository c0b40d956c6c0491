import type { Page } from '@playwright/test';
import { newSegment } from '../support/segment.ts';
import { makeViewer, signInAs } from '../access/viewer.ts';
import { expect, test } from '../fixtures.ts';

const pages = (page: Page) => page.getByRole('navigation', { name: 'Grove' });

test('operators see the state of the installation', async ({ ownerPage: page, isMobile }) => {
  await page.goto('/settings/profile');
  if (!isMobile) {
    await pages(page).getByRole('link', { name: 'System' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'System' })).toBeVisible();
    await expect(pages(page).getByRole('link', { name: 'System' })).toHaveAttribute(
      'aria-current',
      'page',
    );
    await page.goBack();
  }
  await page.getByRole('button', { name: 'Search or go to' }).click();
  await page.getByRole('searchbox', { name: 'Search and commands' }).fill('system');
  await page.getByRole('menuitem', { name: 'System', exact: true }).click();
  await expect(page).toHaveURL(/\/system$/);
  await expect(page.getByRole('heading', { level: 1, name: 'System' })).toBeVisible();
  await expect(page.getByText(/^Grove \d+\.\d+\.\d+ on Node\.js/)).toBeVisible();
  await expect(page.getByText(/ free of /)).toBeVisible();
  await expect(page.getByText('The server makes none.')).toBeVisible();
  const organizations = page.getByRole('table', { name: 'Organizations' });
  await expect(organizations.getByRole('rowheader', { name: 'acme' })).toBeVisible();
});

test('operators see which root groups nobody owns', async ({ ownerPage: page, grove }) => {
  const name = `nobody owns ${Date.now()}`;
  const uid = newSegment() + newSegment() + newSegment().slice(0, 8);
  const now = new Date();
  const times = { createTime: now, updateTime: now };
  const columns = { uid, parent: '', name, resourceLimits: {}, ...times };
  await grove.database.rowsIn('Group').create(columns);
  await page.goto('/system');
  const groups = page.getByRole('list', { name: 'Without an owner' });
  await expect(groups.getByRole('listitem').filter({ hasText: name })).toBeVisible();
  await expect(groups.getByRole('button', { name: `Copy uid of ${name}` })).toHaveAttribute(
    'data-hint',
    uid,
  );
  await expect(page.getByText('grove owners add GROUP_UID IDENTITY_UID')).toBeVisible();
});

test(
  'others are told who may, and find no way there',
  { tag: '@long' },
  async ({ ownerPage: page, grove, isMobile }) => {
    await signInAs(page, await makeViewer(page, grove, grove.rootUid), '/system');
    await expect(
      page.getByRole('heading', { name: 'This page is for the operators of this installation' }),
    ).toBeVisible();
    if (!isMobile) {
      await expect(pages(page).getByRole('link')).toHaveText([
        'Explain access',
        'API reference',
        'Documents',
        'Settings',
      ]);
    }
    await page.getByRole('button', { name: 'Search or go to' }).click();
    await page.getByRole('searchbox', { name: 'Search and commands' }).fill('system');
    await expect(page.getByRole('menuitem', { name: 'Theme: system' })).toBeVisible();
    await expect(page.getByRole('menuitem', { name: 'System', exact: true })).toBeHidden();
  },
);
