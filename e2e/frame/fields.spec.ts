import { expect, test } from '../fixtures.ts';
import { screenUrl } from './screens.ts';

/** What shows text, and opens a keyboard or a list when it is touched. */
const FIELDS =
  'textarea, select, input:not([type=checkbox], [type=radio], [type=file], [type=hidden], [hidden])';

/** They have all kinds of fields. */
const ROUTES = [
  '/api-reference',
  '/explain',
  '/groups/[group]/advisories',
  '/groups/[group]/identities/new',
  '/groups/[group]/policy',
  '/join',
  '/settings/password',
];

test.use({ viewport: { width: 390, height: 844 } });

test('no field has a text so small that a phone zooms the page into it', async ({
  ownerPage: page,
  grove,
}) => {
  for (const route of ROUTES) {
    await page.goto(await screenUrl(page, grove, route));
    await page.waitForLoadState('networkidle');
    const sizes = await page.locator(FIELDS).evaluateAll((all) =>
      all.map((field) => ({
        field: field.getAttribute('name') ?? field.getAttribute('aria-label') ?? field.id,
        size: Number.parseFloat(getComputedStyle(field).fontSize),
      })),
    );
    expect(sizes, route).not.toEqual([]);
    const small = sizes.filter(({ size }) => size < 16);
    expect.soft(small, route).toEqual([]);
  }
});
