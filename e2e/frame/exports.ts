/** Exports a list: at its toolbar, or on a phone in its menu. */
import { expect, type Page } from '@playwright/test';

export async function exportAsCsv(page: Page): Promise<void> {
  const name = 'Export all as CSV';
  const menu = page.getByRole('button', { name: 'View and export' });
  await expect(menu).toBeVisible();
  const button = page.getByRole('button', { name });
  if (await button.isVisible()) return button.click();
  await menu.click();
  await page.getByRole('menuitem', { name }).click();
}
