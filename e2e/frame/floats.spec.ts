/** Overlays fit into a low window, and all their controls can be reached. */
import type { Locator, Page } from '@playwright/test';
import { expect, groupUrl, makeGroup, test } from '../fixtures.ts';
import { PHONE } from '../support/widths.ts';

async function expectInside(part: Locator): Promise<void> {
  await expect(part).toBeVisible();
  await expect(part).toBeInViewport({ ratio: 1 });
}

/** Checks that both ends of a menu can be scrolled into the window. */
async function expectMenuInside(page: Page, opener: Locator): Promise<void> {
  await opener.click();
  const items = page.getByRole('menu').getByRole('menuitem');
  for (const end of [items.first(), items.last()]) {
    await end.scrollIntoViewIfNeeded();
    await expectInside(end);
  }
  await page.keyboard.press('Escape');
}

for (const size of [
  { width: 1280, height: 600 },
  { width: PHONE.width, height: 600 },
]) {
  test(`at ${size.width} × ${size.height}`, async ({ ownerPage: page, grove }) => {
    const { uid } = await makeGroup(page, grove, grove.rootUid, `low window ${size.width}`);
    const child = await makeGroup(page, grove, uid, 'child');
    await page.setViewportSize(size);
    await page.goto(groupUrl(uid, '/children'));

    const palette = page.getByRole('dialog', { name: 'Command palette' });
    await page.keyboard.press('Control+k');
    await expectInside(palette);
    await page.keyboard.press('End');
    await expectInside(palette.getByRole('menuitem').last());
    if (size.width === PHONE.width) await palette.getByRole('button', { name: 'Close' }).click();
    else await page.keyboard.press('Escape');
    await expect(palette).toBeHidden();

    await page.keyboard.press('?');
    await expectInside(page.getByRole('dialog', { name: 'Keyboard' }));
    await page.keyboard.press('Escape');

    await expectMenuInside(page, page.getByRole('button', { name: 'Account' }));
    await expectMenuInside(page, page.getByRole('button', { name: 'View and export' }));
    await expectMenuInside(page, page.getByRole('button', { name: 'Actions for child' }));

    await page.getByRole('link', { name: 'New group', exact: true }).click();
    await expectInside(page.getByRole('dialog').getByRole('button', { name: 'Create group' }));
    await page.keyboard.press('Escape');

    await page.goto(groupUrl(child.uid, '/access'));
    await page.getByRole('link', { name: 'New binding' }).click();
    const sheet = page.getByRole('dialog');
    await sheet.getByRole('combobox', { name: 'Role' }).click();
    await expectInside(page.getByRole('listbox'));
    await page.keyboard.press('Escape');
    await expectInside(sheet.getByRole('button', { name: 'Create binding' }));
  });
}
