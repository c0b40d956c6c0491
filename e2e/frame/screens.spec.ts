import type { Page } from '@playwright/test';
import { expect, expectAccessible, test } from '../fixtures.ts';
import { ROUTES, screenUrl } from './screens.ts';

test.describe.configure({ mode: 'parallel' });

for (const route of ROUTES) {
  test(`${route} is accessible, fits, and asks nobody else`, async ({ ownerPage: page, grove }) => {
    const elsewhere: string[] = [];
    page.on('request', (request) => {
      const { origin, protocol } = new URL(request.url());
      if (protocol.startsWith('http') && origin !== grove.url) elsewhere.push(request.url());
    });
    await page.goto(await screenUrl(page, grove, route));
    await expect(page.getByRole('heading').first()).toBeVisible();
    await page.waitForLoadState('networkidle');
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);

    const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
    if (width >= 1440) {
      // The layout of a browser at 200 %.
      await page.setViewportSize({ width: width / 2, height: height / 2 });
      await expectAccessible(page, ['light']);
      await expectNoSidewaysScroll(page);
    }
    expect(elsewhere).toEqual([]);
  });
}

async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const { scrollWidth, clientWidth } = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return { scrollWidth, clientWidth };
  });
  expect(scrollWidth).toBeLessThanOrEqual(clientWidth);
}
