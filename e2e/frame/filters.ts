/** Sets the filters of a list as a person does: at their chips, or on a phone in one sheet. */
import { expect, type Locator, type Page } from '@playwright/test';

const group = (page: Page) => page.getByRole('group', { name: 'Filters' });
const sheet = (page: Page) => page.getByRole('dialog', { name: 'Filters' });

/** The button of the sheet, for the filters whose chips have no room. */
export const moreFilters = (page: Page) =>
  group(page).getByRole('button', { name: /^Filters|more filters/ });

/** Waits for one filter or for the button of the sheet, and returns whether the filter has its own control. */
async function hasOwn(page: Page, control: Locator): Promise<boolean> {
  // A removed filter keeps the chip with its value for a moment.
  const either = control.or(moreFilters(page)).filter({ visible: true });
  await expect(either.first()).toBeVisible();
  return control.isVisible();
}

const chipOf = (page: Page, filter: string) =>
  group(page).getByRole('button', { name: filter, exact: true });

async function openSheet(page: Page, filter: string): Promise<void> {
  const chip = chipOf(page, filter);
  await ((await hasOwn(page, chip)) ? chip : moreFilters(page)).click();
  await expect(sheet(page)).toBeVisible();
}

export async function showResults(page: Page): Promise<void> {
  await sheet(page).getByRole('button', { name: 'Show results' }).click();
  await expect(sheet(page)).toBeHidden();
}

/** Filters by one of a few values. */
export async function chooseFilter(page: Page, filter: string, value: string): Promise<void> {
  const chip = chipOf(page, filter);
  if (await hasOwn(page, chip)) {
    await chip.click();
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
  await openSheet(page, filter);
  await sheet(page).getByRole('textbox', { name: filter }).fill(text);
  await page.keyboard.press('Enter');
  await expect(sheet(page)).toBeHidden();
}

/** The value of a filter, as its chip or the sheet shows it. */
export async function expectFilter(page: Page, filter: string, value: string): Promise<void> {
  if (await hasOwn(page, chipOf(page, `${filter}: ${value}`))) return;
  await openSheet(page, filter);
  await expect(sheet(page).getByLabel(filter, { exact: true })).toHaveValue(value);
  await page.keyboard.press('Escape');
}

/**
 * Removes one filter, by the cross of its chip. Without a chip it empties the sheet, so no other filter may
 * be set.
 */
export async function removeFilter(page: Page, filter: string): Promise<void> {
  const cross = group(page).getByRole('button', { name: `Remove filter ${filter}`, exact: true });
  if (await hasOwn(page, cross)) return cross.click();
  await openSheet(page, filter);
  await sheet(page).getByRole('button', { name: 'Clear all' }).click();
}
