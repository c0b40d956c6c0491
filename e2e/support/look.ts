/**
 * Checks a whole screen. Tests of journeys leave it out: it takes longer than the journey, and would
 * check most screens many times.
 */
import { expect, type Page } from '@playwright/test';
import { expectAccessible, expectContrast } from './accessible.ts';
import { asOnPhone } from './widths.ts';

/** Colors, and each state on a phone, take most of the time: `npm run test:long`. */
const isThorough = process.env.GROVE_BROWSER_TESTS === 'long';

/** Checks that nothing scrolls sideways at the width of the page. */
export async function expectToFit(page: Page): Promise<void> {
  const beyond = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return scrollWidth - clientWidth;
  });
  expect(beyond, 'pixels beyond the edge').toBeLessThanOrEqual(0);
}

/** Checks all rules of axe but those about colors, and that nothing scrolls sideways. */
export async function lookAtLayout(page: Page): Promise<void> {
  await expectAccessible(page);
  await expectToFit(page);
}

/** Checks one state of a screen, at the width of the page. */
export async function lookOnce(page: Page): Promise<void> {
  await lookAtLayout(page);
  if (isThorough) await expectContrast(page);
}

/**
 * Checks one state of a screen, on a desktop and on a phone. Open overlays stay open.
 *
 * @param more further checks on a phone, because each change of the width costs a layout.
 */
export async function look(page: Page, more = async () => {}): Promise<void> {
  await lookOnce(page);
  await asOnPhone(page, async () => {
    await (isThorough ? lookAtLayout(page) : expectToFit(page));
    await more();
  });
}
