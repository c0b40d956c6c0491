import { expect, groupUrl, makeGroup, OWNER_EMAIL, test } from '../fixtures.ts';
import { chooseFilter } from '../frame/filters.ts';
import { insertHoldings } from './holdings.ts';
import { makeViewer, signInAs } from '../access/viewer.ts';
import { forgetSession } from '../support/ready-page.ts';

test('a repository shows its tags', async ({ ownerPage: page, grove }) => {
  const group = await makeGroup(page, grove, grove.rootUid);
  await page.goto(groupUrl(group.uid, '/repos'));
  await expect(page.getByRole('heading', { name: 'No repositories yet' })).toBeVisible();

  await insertHoldings(grove, group.uid);
  await page.reload();
  await page.getByRole('link', { name: 'nginx' }).click();
  await expect(page.getByRole('heading', { name: 'nginx' })).toBeVisible();
  const tags = page.getByRole('table', { name: 'Tags' });
  await expect(tags.getByRole('row', { name: /latest/ })).toBeVisible();
  await expect(page.getByText('Minimal web server', { exact: true })).toBeVisible();
  await tags.getByRole('button', { name: 'Other tags with the digest of latest' }).click();
  const elsewhere = page.getByRole('dialog', { name: 'Same digest as latest' });
  await expect(elsewhere.getByRole('link', { name: 'nginx:1.27' }).first()).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(elsewhere).toHaveCount(0);
  await expect(tags.getByRole('button', { name: 'Signature, of 1.27' })).toBeVisible();
  await tags.getByRole('button', { name: '2 attached, of latest' }).click();
  const attached = page.getByRole('dialog', { name: 'Attached to latest' });
  await expect(attached.getByRole('listitem')).toHaveText([/^SBOM/, /^Signature.*sha256-.*\.sig$/]);
  await page.keyboard.press('Escape');
  await expect(attached).toHaveCount(0);
  await page.getByRole('link', { name: 'Repositories' }).last().click();
  await expect(page).toHaveURL(/\/repos$/);
});

test('an advisory shows its events', async ({ ownerPage: page, grove }) => {
  const group = await makeGroup(page, grove, grove.rootUid);
  await insertHoldings(grove, group.uid);
  await page.goto(groupUrl(group.uid, '/advisories'));
  const table = page.getByRole('table', { name: 'Advisories' });
  await expect(table.getByRole('link')).toHaveText(['CGA-2345-6789-cfgh', 'CGA-3456-789c-fghj']);

  await table.getByRole('link', { name: 'CGA-2345-6789-cfgh' }).click();

  await expect(page.getByRole('heading', { name: 'CGA-2345-6789-cfgh' })).toBeVisible();
  const todo = page.getByRole('region', { name: 'What to do' });
  await expect(todo).toHaveText(/^Nothing to do/);
  await expect(todo).toContainText('The vulnerable code is never run');
  await expect(page.getByRole('link', { name: 'CVE-2022-37434' })).toHaveAttribute(
    'href',
    'https://nvd.nist.gov/vuln/detail/CVE-2022-37434',
  );
  await expect(page.getByRole('listitem').filter({ hasText: 'false positive' })).toContainText(
    'The vulnerable code is never run',
  );
  const elsewhere = page.getByRole('region', { name: /^CVE-2022-37434 elsewhere/ });
  await expect(elsewhere.getByRole('listitem').first()).toContainText('Critical');
  await expect(elsewhere.getByRole('link', { name: /^CGA-/ }).first()).toBeVisible();
  await page.goto(groupUrl(group.uid, '/advisories'));
  await table.getByRole('link', { name: 'CGA-3456-789c-fghj' }).click();
  await expect(page.getByRole('heading', { name: 'CGA-3456-789c-fghj' })).toBeVisible();
  await page.getByRole('definition').getByRole('link', { name: 'curl' }).click();
  await expect(table.getByRole('link')).toHaveText(['CGA-3456-789c-fghj']);
  await expect(page).toHaveURL(/artifact_names=curl/);
});

test(
  'an advisory says what to do, and what else concerns its artifact',
  { tag: '@long' },
  async ({ ownerPage: page, grove }) => {
    const group = await makeGroup(page, grove, grove.rootUid, 'image advisories');
    await insertHoldings(grove, group.uid);
    const summary =
      'A summary that is far longer than one line of a phone and does not end '.repeat(3);
    await grove.database.rowsIn('Advisory').update({
      where: { parent: group.uid },
      data: {
        artifactName: 'nginx',
        artifactType: 'image',
        componentName: 'openssl',
        status: 'FIXED',
        fixedVersion: '3.0.19',
        summary,
      },
    });
    await page.goto(groupUrl(group.uid, '/advisories'));
    const table = page.getByRole('table', { name: 'Advisories' });
    await table.getByRole('link', { name: 'CGA-2345-6789-cfgh' }).click();
    await expect(page.getByRole('region', { name: 'What to do' })).toContainText(
      'Update openssl in nginx to 3.0.19 or later',
    );
    await expect(page.getByRole('paragraph').filter({ hasText: summary.trim() })).toBeVisible();
    const others = page.getByRole('region', { name: /^Other advisories of nginx/ });
    await expect(others.getByRole('link', { name: 'CGA-3456-789c-fghj' })).toBeVisible();

    await page.getByRole('definition').getByRole('link', { name: 'nginx' }).click();
    await expect(page.getByRole('heading', { name: 'nginx' })).toBeVisible();
    const ofRepo = page.getByRole('region', { name: 'Advisories 2' });
    await expect(ofRepo.getByRole('listitem')).toHaveCount(2);
    await ofRepo.getByRole('link', { name: 'Show in the list' }).click();
    await expect(table.getByRole('link')).toHaveCount(2);
  },
);

test('the activity shows what changed', { tag: '@long' }, async ({ ownerPage: page, grove }) => {
  const group = await makeGroup(page, grove, grove.rootUid, 'watched');
  const changed = await page.request.patch(`/iam/v2beta1/groups/${group.uid}`, {
    data: { description: 'Looked after' },
    headers: { origin: grove.url, 'sec-fetch-site': 'same-origin' },
  });
  expect(changed.status()).toBe(200);
  await page.goto(groupUrl(group.uid, '/activity'));
  const table = page.getByRole('table', { name: 'Activity' });
  await expect(table.getByRole('link')).toHaveText(['Group updated', 'Group created']);

  await chooseFilter(page, 'What', 'Group created');
  await expect(table.getByRole('link')).toHaveText(['Group created']);
  await page.goBack();
  await table.getByRole('link', { name: 'Group updated' }).click();
  const changes = page.getByRole('region', { name: 'Changes' });
  await expect(changes.getByRole('term')).toHaveText(['description']);
  await expect(changes.getByText('Looked after')).toBeVisible();
  // The record also has the unchanged name.
  const record = page.getByRole('article', { name: 'Record' });
  await expect(record.getByRole('link', { name: 'watched' })).toBeVisible();
  await page.getByRole('article').getByRole('link', { name: OWNER_EMAIL }).click();
  await expect(page.getByRole('heading', { name: OWNER_EMAIL })).toBeVisible();
});

test(
  'what was denied is told by its name',
  { tag: '@long' },
  async ({ ownerPage: page, grove }) => {
    const group = await makeGroup(page, grove, grove.rootUid, 'guarded');
    const email = await makeViewer(page, grove, group.uid);
    const listed = await page.request.get(
      `/iam/v2beta1/roleBindings?uidp.children_of=${encodeURIComponent(group.uid)}`,
    );
    const { roleBindings } = (await listed.json()) as { roleBindings: { uid: string }[] };
    await signInAs(page, email, groupUrl(group.uid));
    await expect(page.getByRole('heading', { level: 1, name: 'guarded' })).toBeVisible();
    const headers = { origin: grove.url, 'sec-fetch-site': 'same-origin' };
    const gone = `${group.uid}/0123456789abcdef`;
    for (const attempt of [
      page.request.delete(`/iam/v2beta1/roleBindings/${roleBindings[0]?.uid}`, { headers }),
      page.request.post(`/iam/v2beta1/identities/${group.uid}`, { headers, data: { name: 'x' } }),
      page.request.delete(`/iam/v2beta1/identities/${gone}`, { headers }),
      page.request.get(`/iam/v2beta1/auditEvents:v1Callers?group_uid=${group.uid}`),
    ]) {
      expect((await attempt).status()).toBe(403);
    }

    await forgetSession(page);
    await page.context().addCookies(grove.session.cookies);
    const events = `/iam/v2beta1/auditEvents?uidp.children_of=${encodeURIComponent(group.uid)}`;
    const denied = async () => {
      const list = await page.request.get(`${events}&result=PERMISSION_DENIED`);
      return ((await list.json()) as { totalCount: string }).totalCount;
    };
    // Denied attempts are written within a second.
    await expect.poll(denied).toBe('4');
    await page.goto(groupUrl(group.uid, '/activity?result=PERMISSION_DENIED'));
    const table = page.getByRole('table', { name: 'Activity' });
    // On a phone, the button has the number of filters.
    const filter = page.getByRole('button', { name: /Result: No permission|^Filters \(1\)/ });
    await expect(filter).toBeVisible();
    const about = (what: string) => table.getByRole('row').filter({ hasText: `${what}: denied` });
    await expect(about('')).toHaveCount(4);
    await expect(about('Role binding deleted')).toContainText(`${email} as viewer`);
    await expect(about('Identity created')).toContainText('in guarded');
    await expect(about('Audit record read')).toContainText('in guarded');
    // For resources that do not exist, only the uid is known.
    await expect(about('Identity deleted').getByTitle(gone)).toBeVisible();
    await table.getByRole('link', { name: 'Identity deleted: denied' }).click();
    await expect(page.getByText('Deleted, or you cannot see it')).toBeVisible();
    await page.goBack();
    await table.getByRole('link', { name: 'Role binding deleted: denied' }).click();
    await expect(page.getByRole('button', { name: /^Copy uid of the resource/ })).toBeVisible();
    await page.getByRole('link', { name: `${email} as viewer` }).click();
    await expect(page.getByRole('article', { name: `${email} as viewer` })).toBeVisible();
  },
);
