import AxeBuilder from '@axe-core/playwright';
import { expect, test } from '../fixtures.ts';
import { ROUTES, screenUrl } from './screens.ts';

test.describe.configure({ mode: 'parallel' });

for (const route of ROUTES) {
  test(`${route} names its controls with the words that are seen`, async ({
    ownerPage: page,
    grove,
  }) => {
    await page.goto(await screenUrl(page, grove, route));
    await expect(page.getByRole('heading').first()).toBeVisible();
    await page.waitForLoadState('networkidle');
    const { violations } = await new AxeBuilder({ page })
      .options({ runOnly: ['label-content-name-mismatch'] })
      .analyze();
    const found = violations.flatMap(({ nodes }) => nodes.map(({ html }) => html));
    expect(found).toEqual([]);
  });
}
