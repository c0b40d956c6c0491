/**
 * A look at a screen as a whole. Tests of what people do leave it out: it takes longer than they do,
 * and would look at most screens many times.
 */
import { expect, type Page } from '@playwright/test';
import { expectAccessible, expectContrast } from './accessible.ts';
import { asOnPhone } from './widths.ts';

/** Colors, and each state on a phone, take most of the time: `npm run test:long`. */
const isThorough = process.env.GROVE_BROWSER_TESTS === 'long';

/** Nothing scrolls sideways at the width that the page has. */
export async function expectToFit(page: Page): Promise<void> {
  const beyond = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return scrollWidth - clientWidth;
  });
  expect(beyond, 'pixels beyond the edge').toBeLessThanOrEqual(0);
}

/** Axe finds nothing but colors, and nothing scrolls sideways. */
export async function lookAtLayout(page: Page): Promise<void> {
  await expectAccessible(page);
  await expectToFit(page);
}

/** One state of a screen, at the width that the page has. */
export async function lookOnce(page: Page): Promise<void> {
  await lookAtLayout(page);
  if (isThorough) await expectContrast(page);
}

/**
 * One state of a screen, on a desktop and on a phone. Open overlays stay open.
 *
 * @param more to look at on a phone, as each change of the width lays the page out again.
 */
export async function look(page: Page, more = async () => {}): Promise<void> {
  await lookOnce(page);
  await asOnPhone(page, async () => {
    await (isThorough ? lookAtLayout(page) : expectToFit(page));
    await more();
  });
}
