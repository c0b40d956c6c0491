/** A look at a screen as a whole, which the tests of what people do leave out: it takes longer. */
import { expect, type Page } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { asOnPhone } from './widths.ts';

async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const past = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return scrollWidth - clientWidth;
  });
  expect(past, 'pixels beyond the edge').toBeLessThanOrEqual(0);
}

/** axe finds nothing, nothing scrolls sideways. */
export async function lookOnce(page: Page): Promise<void> {
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
}

/** The same on both widths. What is open stays open. */
export async function look(page: Page): Promise<void> {
  await lookOnce(page);
  await asOnPhone(page, () => lookOnce(page));
}
