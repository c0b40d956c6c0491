/** The screens of a person who may only read, or not even read. */
import { bindingUrl, roleUrl } from '../access/access.ts';
import { insertOutsider } from '../access/outsider.ts';
import { makeViewer, signInAs } from '../access/viewer.ts';
import { expect, groupUrl, test } from '../fixtures.ts';
import { screenUids } from '../frame/screens.ts';
import { identityUrl } from '../people/identities.ts';
import { failing } from '../support/failing.ts';
import { look } from '../support/look.ts';

test.describe.configure({ mode: 'parallel' });

const LISTS = ['', '/children', '/identities', '/access', '/advisories', '/repos', '/repos/source'];
const OTHERS = [
  '/activity',
  '/roles',
  '/invites',
  '/keys',
  '/providers',
  '/association',
  '/delete',
];

for (const paths of [LISTS, OTHERS]) {
  test(`a viewer at ${paths.join(' ')}`, { tag: '@long' }, async ({ ownerPage: page, grove }) => {
    const { group = '' } = await screenUids(page, grove);
    await signInAs(page, await makeViewer(page, grove, group), '/settings/profile');
    for (const path of paths) {
      await page.goto(groupUrl(group, path));
      await expect(page.getByRole('heading').first()).toBeVisible();
      await page.waitForLoadState('networkidle');
      await look(page);
    }
  });
}

test(
  'one thing whose actions a viewer may not do',
  { tag: '@long' },
  async ({ ownerPage: page, grove }) => {
    const { group = '', identity = '', role = '', binding = '' } = await screenUids(page, grove);
    await signInAs(page, await makeViewer(page, grove, group), '/settings/profile');
    for (const path of [identityUrl(identity), roleUrl(group, role), bindingUrl(binding)]) {
      await page.goto(path);
      await expect(page.getByRole('article').first()).toBeVisible();
      await look(page);
    }
  },
);

test('pages of deleted resources', { tag: '@long' }, async ({ ownerPage: page, grove }) => {
  const gone = `${grove.rootUid}/0000000000000000`;
  for (const path of [identityUrl(gone), roleUrl(grove.rootUid, gone), bindingUrl(gone)]) {
    await page.goto(path);
    await expect(page.getByText(/could not be loaded/).first()).toBeVisible();
    await look(page);
  }
});

test(
  'pages that a viewer of one group may not see',
  { tag: '@long' },
  async ({ ownerPage: page, grove }) => {
    const { group = '', identity = '' } = await screenUids(page, grove);
    await signInAs(page, await makeViewer(page, grove, group), '/settings/profile');
    const asked = new URLSearchParams({ identity, group: grove.rootUid });
    for (const [path, words] of [
      ['/system', 'This page is for the operators of this installation'],
      [`/explain?${asked}`, 'You may not see who has access'],
      [groupUrl(group, '/activity/head'), 'You may not verify the record'],
      [groupUrl(group, '/activity/v1'), 'You may not see the programs on API v1'],
    ] as const) {
      await page.goto(path);
      await expect(page.getByRole('heading', { name: words })).toBeVisible();
      await look(page);
    }
  },
);

test('a person without access', async ({ ownerPage: page, grove }) => {
  const email = await insertOutsider(grove);
  await signInAs(page, email, '/groups');
  const heading = page.getByRole('heading', { name: 'You do not have access to any group yet' });
  await expect(heading).toBeVisible();
  await look(page);
  await page.goto('/api-reference?operation=ListGroups');
  await expect(page.getByText(`Sends a real request as ${email}`)).toBeVisible();
  await look(page);
});

for (const [path, api, words] of [
  ['/settings/sessions', '**/auth/v1/sessions', 'Your sessions could not be loaded'],
  ['/settings/security', '**/auth/v1/secondFactors', 'Your second factors could not be loaded'],
  ['/api-reference', '**/openapi.json', 'The reference could not be loaded'],
] as const) {
  test(`${path} on a bad day`, { tag: '@long' }, async ({ ownerPage: page }) => {
    await page.route(api, failing);
    await page.goto(path);
    await expect(page.getByText(words)).toBeVisible();
    await look(page);
  });
}
