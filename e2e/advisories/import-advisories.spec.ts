/** Advisories from a file: a look at what it would do, then the import, then out again. */
import { expect, expectAccessible, groupUrl, makeGroup, test } from '../fixtures.ts';
import { makeViewer, signInAs } from '../access/viewer.ts';

const FIXTURES = 'lib/import/advisories/fixtures';

test('a file of advisories is looked at, imported and downloaded', async ({
  ownerPage: page,
  grove,
}) => {
  const group = await makeGroup(page, grove, grove.rootUid);
  await page.goto(groupUrl(group.uid, '/advisories'));
  await page.getByRole('link', { name: 'Import', exact: true }).click();
  const sheet = page.getByRole('dialog', { name: 'Import advisories' });
  await expect(sheet).toBeVisible();
  await expect(page).toHaveURL(/\/advisories\/import$/);
  await expectAccessible(page);

  await sheet.getByLabel('File').setInputFiles(`${FIXTURES}/kinds.yaml`);
  const preview = sheet.getByRole('region', { name: 'What the import would do' });
  await expect(preview).toContainText('New2');
  await expect(preview.getByRole('listitem')).toHaveCount(7);
  await expect(preview.getByRole('listitem').first()).toContainText('kinds.yaml:');
  await expectAccessible(page);
  await sheet.getByRole('button', { name: 'Import' }).click();
  await expect(sheet.getByRole('region', { name: 'What the import did' })).toContainText(
    'Created2',
  );
  await sheet.getByRole('button', { name: 'Close' }).last().click();

  const table = page.getByRole('table', { name: 'Advisories' });
  await expect(table.getByRole('link', { name: 'CVE-2024-0001' })).toBeVisible();
  await page.getByRole('button', { name: 'View and export' }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: 'Export as OSV' }).click();
  expect((await download).suggestedFilename()).toBe('advisories-osv.zip');

  await table.getByRole('link', { name: 'CVE-2024-0001' }).click();
  await expect(page.getByRole('listitem').filter({ hasText: 'Waiting.' })).toBeVisible();
});

test('a file that holds nothing new, or nothing at all, is not imported', async ({
  ownerPage: page,
  grove,
}) => {
  const group = await makeGroup(page, grove, grove.rootUid);
  await page.goto(groupUrl(group.uid, '/advisories/import'));
  const sheet = page.getByRole('dialog', { name: 'Import advisories' });
  const submit = sheet.getByRole('button', { name: 'Import' });
  await expect(submit).toHaveAttribute('aria-disabled', 'true');
  const file = { name: 'empty.json', mimeType: 'application/json', buffer: Buffer.from('') };
  await sheet.getByLabel('File').setInputFiles(file);
  await expect(sheet.getByRole('alert')).toContainText('must be a file');
  await sheet.getByLabel('File').setInputFiles('package.json');
  await expect(sheet.getByRole('listitem')).toContainText('package.json:');
  await expect(submit).toHaveAttribute('aria-disabled', 'true');
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(/\/advisories$/);
});

test('who may not import is told why', async ({ ownerPage: page, grove }) => {
  const group = await makeGroup(page, grove, grove.rootUid);
  const viewer = await makeViewer(page, grove, group.uid);
  await signInAs(page, viewer, groupUrl(group.uid, '/advisories'));
  const button = page.getByRole('button', { name: 'Import', exact: true });
  await expect(button).toHaveAttribute('aria-disabled', 'true');
  await expect(button).toHaveAttribute('data-hint', /advisories\.import/);
  await expectAccessible(page);
});
