/**
 * A look at a screen as a whole. Tests of what people do leave it out: it takes longer than they do,
 * and would look at most screens many times.
 */
import { expect, type Page } from '@playwright/test';
import { expectAccessible, expectContrast } from './accessible.ts';
import { asOnPhone } from './widths.ts';

/** Axe finds nothing but colors, and nothing scrolls sideways, at the width that the page has. */
export async function lookAtLayout(page: Page): Promise<void> {
  await expectAccessible(page);
  const beyond = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return scrollWidth - clientWidth;
  });
  expect(beyond, 'pixels beyond the edge').toBeLessThanOrEqual(0);
}

/** The layout at the width that the page has, and the colors of both themes. */
export async function lookOnce(page: Page): Promise<void> {
  await lookAtLayout(page);
  await expectContrast(page);
}

/** On a desktop and on a phone. What is open stays open, with the colors that it has. */
export async function look(page: Page): Promise<void> {
  await lookOnce(page);
  await asOnPhone(page, () => lookAtLayout(page));
}

/** Each screen: the colors of what only a phone shows, too. */
export async function lookTwice(page: Page): Promise<void> {
  await lookOnce(page);
  await asOnPhone(page, () => lookOnce(page));
}
