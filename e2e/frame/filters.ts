/** Sets the filters of a list as a person does: at their chips, or on a phone in one sheet. */
import { expect, type Page } from '@playwright/test';

const group = (page: Page) => page.getByRole('group', { name: 'Filters' });
const sheet = (page: Page) => page.getByRole('dialog', { name: 'Filters' });

/** The control that opens a filter: its chip, or the button of the sheet. */
async function openerOf(page: Page, filter: string) {
  const phone = group(page).getByRole('button', { name: /^Filters/ });
  const chip = group(page).getByRole('button', { name: filter, exact: true });
  // A removed filter keeps the chip with its value for a moment.
  await expect(chip.or(phone).filter({ visible: true })).toBeVisible();
  const isOnPhone = await phone.isVisible();
  return { button: isOnPhone ? phone : chip, isOnPhone };
}

async function openSheet(page: Page, filter: string): Promise<void> {
  const { button } = await openerOf(page, filter);
  await button.click();
  await expect(sheet(page)).toBeVisible();
}

export async function showResults(page: Page): Promise<void> {
  await sheet(page).getByRole('button', { name: 'Show results' }).click();
  await expect(sheet(page)).toBeHidden();
}

/** Filters by one of a few values. */
export async function chooseFilter(page: Page, filter: string, value: string): Promise<void> {
  const { button, isOnPhone } = await openerOf(page, filter);
  if (!isOnPhone) {
    await button.click();
    const menu = page.getByRole('menu', { name: filter });
    const choice = menu
      .getByRole('menuitemradio', { name: value, exact: true })
      .or(menu.getByRole('menuitemcheckbox', { name: value, exact: true }));
    await choice.click();
    // The key goes to the option, because the menu gets the focus back only after the rows change.
    await choice.press('Escape');
    await expect(menu).toBeHidden();
    return;
  }
  await openSheet(page, filter);
  const select = sheet(page).getByRole('combobox', { name: filter });
  if (await select.isVisible()) await select.selectOption(value);
  else await sheet(page).getByRole('checkbox', { name: value }).check();
  await showResults(page);
}

/** Filters by a resource that is picked by its name. */
export async function pickFilter(
  page: Page,
  filter: string,
  typed: string,
  option: RegExp,
): Promise<void> {
  await openSheet(page, filter);
  await sheet(page).getByRole('combobox', { name: filter }).fill(typed);
  await page.getByRole('option', { name: option }).click();
  await showResults(page);
}

/** Filters by an exact text. */
export async function typeFilter(page: Page, filter: string, text: string): Promise<void> {
  await openSheet(page, 'More filters');
  await sheet(page).getByRole('textbox', { name: filter }).fill(text);
  await page.keyboard.press('Enter');
  await expect(sheet(page)).toBeHidden();
}

/** The value of a filter, as its chip or the sheet shows it. */
export async function expectFilter(page: Page, filter: string, value: string): Promise<void> {
  const phone = group(page).getByRole('button', { name: /^Filters \(\d+\)/ });
  const chip = group(page).getByRole('button', { name: `${filter}: ${value}`, exact: true });
  await expect(phone.or(chip).filter({ visible: true })).toBeVisible();
  if (!(await phone.isVisible())) return;
  await openSheet(page, filter);
  await expect(sheet(page).getByLabel(filter, { exact: true })).toHaveValue(value);
  await page.keyboard.press('Escape');
}

/**
 * Removes one filter, by the cross of its chip. On a phone it empties the sheet, so no other filter may
 * be set.
 */
export async function removeFilter(page: Page, filter: string): Promise<void> {
  const cross = group(page).getByRole('button', { name: `Remove filter ${filter}`, exact: true });
  const phone = group(page).getByRole('button', { name: /^Filters \(\d+\)/ });
  await expect(cross.or(phone).filter({ visible: true })).toBeVisible();
  if (await cross.isVisible()) {
    await cross.click();
    return;
  }
  await openSheet(page, filter);
  await sheet(page).getByRole('button', { name: 'Clear all' }).click();
}
