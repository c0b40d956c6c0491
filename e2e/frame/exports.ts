/** Exports a list: at its toolbar, or in its menu. */
import { expect, type Page } from '@playwright/test';

export async function exportAs(page: Page, format: string): Promise<void> {
  const name = `Export all as ${format}`;
  const menu = page.getByRole('button', { name: 'View and export' });
  await expect(menu).toBeVisible();
  const button = page.getByRole('button', { name });
  if (await button.isVisible()) return button.click();
  await menu.click();
  await page.getByRole('menuitem', { name }).click();
}
