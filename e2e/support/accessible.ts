/** The violations that axe finds in a page. */
import { expect, type Page } from '@playwright/test';
import axe from 'axe-core';

/** The rules about colors take nearly all of the time, so each check says whether it needs them. */
const RULES_OF_COLORS = ['color-contrast', 'link-in-text-block'];

/**
 * The rule about the title, repeated until it passes. After a navigation a page has no title for a
 * moment, often after its content shows: Next.js removes the old one before React renders the new one.
 */
const RULE_OF_TITLE = 'document-title';

/** Rules about a whole page, which an open dialog hides. */
const RULES_OF_PAGES = ['landmark-one-main', 'page-has-heading-one', 'region'];

/** A rule that is off by default: accessible names contain the visible words, for speech control. */
const RULE_OF_NAMES = 'label-content-name-mismatch';

/** Keys in the field above a menu scroll the menu. Axe knows that of list boxes only. */
const RULE_OF_SCROLLING = 'scrollable-region-focusable';

/** A hint under the mouse belongs to no landmark. */
const HINT = '[role=tooltip]';

/** The frame around a page, which has the same colors everywhere. */
const FRAME = ['header', 'nav', '[role=tree]'];

interface WithAxe extends Window {
  axe: typeof axe;
}

/** A line for each violated rule, with the elements. */
async function violations(
  page: Page,
  exclude: readonly string[],
  options: axe.RunOptions,
): Promise<string[]> {
  if (await page.evaluate(() => !('axe' in window))) await page.evaluate(axe.source);
  return page.evaluate(
    async (asked) => {
      const inPage = (window as Window as WithAxe).axe;
      const { violations: found } = await inPage.run({ exclude: asked.exclude }, asked.options);
      return found
        .map(({ id, nodes }) => ({
          id,
          broken: nodes.filter(
            ({ html }) => id !== asked.scrolled || !html.includes('role="menu"'),
          ),
        }))
        .filter(({ broken }) => broken.length > 0)
        .map(({ id, broken }) => `${id}: ${broken.map(({ html }) => html).join(' ')}`);
    },
    {
      exclude: [...exclude],
      scrolled: RULE_OF_SCROLLING,
      options: { ...options, resultTypes: ['violations' as const] },
    },
  );
}

/** All rules but those about colors. */
export async function expectAccessible(page: Page): Promise<void> {
  await expect(page).toHaveTitle(/./);
  const hasDialog = (await page.getByRole('dialog').or(page.getByRole('alertdialog')).count()) > 0;
  const off = [...RULES_OF_COLORS, RULE_OF_TITLE, ...(hasDialog ? RULES_OF_PAGES : [])];
  const rules = {
    ...Object.fromEntries(off.map((rule) => [rule, { enabled: false }])),
    [RULE_OF_NAMES]: { enabled: true },
  };
  expect(await violations(page, [HINT], { rules })).toEqual([]);
}

/** Checks the contrast in both themes, in the page alone or with the frame around it. */
export async function expectContrast(page: Page, { withFrame = false } = {}): Promise<void> {
  const exclude = withFrame ? [HINT] : [HINT, ...FRAME];
  const runOnly: axe.RunOnly = { type: 'rule', values: RULES_OF_COLORS };
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    expect(await violations(page, exclude, { runOnly }), colorScheme).toEqual([]);
  }
  await page.emulateMedia({ colorScheme: null });
}
