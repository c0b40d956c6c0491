/** What axe finds in a page. */
import { expect, type Page } from '@playwright/test';
import axe from 'axe-core';

/** Themes differ in colors alone, so that one theme is enough for the other rules. */
const RULES_OF_COLORS = ['color-contrast', 'link-in-text-block'];

/**
 * A page has no title for a moment when it is navigated to, which is often after its content shows:
 * Next takes the old title away before React renders the new one. So the title is waited for.
 */
const RULE_OF_TITLE = 'document-title';

/** Rules about a whole page, which an open dialog hides. */
const RULES_OF_PAGES = ['landmark-one-main', 'page-has-heading-one', 'region'];

interface WithAxe extends Window {
  axe: typeof axe;
}

/** A line for each rule that is broken, with the elements. */
async function violations(page: Page, options: axe.RunOptions): Promise<string[]> {
  if (await page.evaluate(() => !('axe' in window))) await page.evaluate(axe.source);
  return page.evaluate(async (asked) => {
    const inPage = (window as Window as WithAxe).axe;
    // A hint under the mouse belongs to no landmark.
    const context = { exclude: ['[role=tooltip]'] };
    // Without what passes, of which there is a lot, it takes half of the time.
    const { violations: found } = await inPage.run(context, {
      ...asked,
      resultTypes: ['violations'],
    });
    return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
  }, options);
}

/** No violation that axe can find, in light and in dark. */
export async function expectAccessible(page: Page): Promise<void> {
  await expect(page).toHaveTitle(/./);
  const hasDialog = (await page.getByRole('dialog').or(page.getByRole('alertdialog')).count()) > 0;
  const waived = [RULE_OF_TITLE, ...(hasDialog ? RULES_OF_PAGES : [])];
  const rules = Object.fromEntries(waived.map((rule) => [rule, { enabled: false }]));
  const runs: [theme: 'light' | 'dark', options: axe.RunOptions][] = [
    ['light', { rules }],
    ['dark', { runOnly: { type: 'rule', values: RULES_OF_COLORS } }],
  ];
  for (const [colorScheme, options] of runs) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    expect(await violations(page, options), colorScheme).toEqual([]);
  }
  await page.emulateMedia({ colorScheme: null });
}
