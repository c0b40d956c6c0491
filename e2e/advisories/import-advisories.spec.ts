/** Advisories from a file: the preview of an import, the import, and the export. */
import { readFile } from 'node:fs/promises';
import { expect, groupUrl, makeGroup, test } from '../fixtures.ts';
import { makeViewer, signInAs } from '../access/viewer.ts';

const FIXTURES = 'lib/import/advisories/fixtures';

test('a file of advisories is previewed, imported and downloaded', async ({
  ownerPage: page,
  grove,
}) => {
  const group = await makeGroup(page, grove, grove.rootUid);
  await page.goto(groupUrl(group.uid, '/advisories'));
  await page.getByRole('link', { name: 'Import', exact: true }).click();
  const sheet = page.getByRole('dialog', { name: 'Import advisories' });
  await expect(sheet).toBeVisible();
  await expect(page).toHaveURL(/\/advisories\/import$/);

  await sheet.getByLabel('File').setInputFiles(`${FIXTURES}/kinds.yaml`);
  const preview = sheet.getByRole('region', { name: 'Preview of the import' });
  await expect(preview).toContainText('New2');
  const warning = preview.getByRole('region', { name: 'Warnings' }).getByRole('listitem');
  await expect(warning).toContainText('is required of an affected product');
  await expect(preview.getByRole('listitem')).toHaveCount(7 + 1);
  await expect(preview.getByRole('listitem').first()).toContainText('kinds.yaml:');
  await expect(preview.getByRole('heading').first()).toHaveText('7 records are refused');
  await expect(preview.getByRole('listitem').first()).toContainText('CGA-not-native id');
  const csv = page.waitForEvent('download');
  await preview.getByRole('button', { name: 'Download as CSV' }).click();
  const refused = await csv;
  expect(refused.suggestedFilename()).toBe('refused-advisories.csv');
  const rows = String(await readFile(await refused.path()))
    .trimEnd()
    .split('\r\n');
  expect(rows).toHaveLength(8);
  expect(rows[0]).toBe('\u{feff}file,line,record,field,reason');
  expect(rows[1]).toMatch(/^kinds\.yaml,\d+,CGA-not-native,id,must be CGA-/);
  await sheet.getByRole('button', { name: 'Import' }).click();
  await expect(sheet.getByRole('region', { name: 'Result of the import' })).toContainText(
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

/** Two verdicts on one thing, which end with a warning, for each of so many vulnerabilities. */
function contradicting(count: number) {
  const statements = Array.from({ length: count }, (_, at) => {
    const about = {
      vulnerability: { name: `CVE-2024-${1_000 + at}` },
      products: [{ '@id': `pkg:npm/left-pad@1.0.${at}` }],
    };
    return [
      { ...about, status: 'not_affected', justification: 'component_not_present' },
      { ...about, status: 'affected', action_statement: 'Update.' },
    ];
  });
  return {
    '@context': 'https://openvex.dev/ns/v0.2.0',
    '@id': 'https://example.com/vex',
    author: 'Example',
    timestamp: '2024-01-01T00:00:00Z',
    version: 1,
    statements: statements.flat(),
  };
}

test('warnings that the preview has no room for are counted and downloaded', async ({
  ownerPage: page,
  grove,
}) => {
  const group = await makeGroup(page, grove, grove.rootUid);
  await page.goto(groupUrl(group.uid, '/advisories/import'));
  const sheet = page.getByRole('dialog', { name: 'Import advisories' });
  await sheet.getByLabel('File').setInputFiles({
    name: 'vex.json',
    mimeType: 'application/json',
    buffer: Buffer.from(JSON.stringify(contradicting(52))),
  });
  const warnings = sheet.getByRole('region', { name: 'Warnings' });
  await expect(warnings.getByRole('listitem')).toHaveCount(50);
  await expect(warnings).toContainText('2 more are in the download');
  const csv = page.waitForEvent('download');
  await warnings.getByRole('button', { name: 'Download warnings as CSV' }).click();
  const rows = String(await readFile(await (await csv).path()));
  expect(rows.trimEnd().split('\r\n')).toHaveLength(53);
});

test(
  'a file that holds nothing new, or nothing at all, is not imported',
  { tag: '@long' },
  async ({ ownerPage: page, grove }) => {
    const group = await makeGroup(page, grove, grove.rootUid);
    await page.goto(groupUrl(group.uid, '/advisories/import'));
    const sheet = page.getByRole('dialog', { name: 'Import advisories' });
    const submit = sheet.getByRole('button', { name: 'Import' });
    await expect(submit).toHaveAttribute('aria-disabled', 'true');
    const file = { name: 'empty.json', mimeType: 'application/json', buffer: Buffer.from('') };
    await sheet.getByLabel('File').setInputFiles(file);
    await expect(sheet.getByRole('alert')).toHaveText('The file is empty');
    const nothing = { name: 'none.json', mimeType: 'application/json', buffer: Buffer.from('[]') };
    await sheet.getByLabel('File').setInputFiles(nothing);
    await expect(sheet.getByRole('alert')).toHaveText(
      'The file holds no advisory: 1 file has no record in it',
    );
    await sheet.getByLabel('File').setInputFiles('package.json');
    await expect(sheet.getByRole('listitem')).toContainText('package.json:');
    await expect(submit).toHaveAttribute('aria-disabled', 'true');
    await page.keyboard.press('Escape');
    await expect(page).toHaveURL(/\/advisories$/);
  },
);

test('people who may not import see why', { tag: '@long' }, async ({ ownerPage: page, grove }) => {
  const group = await makeGroup(page, grove, grove.rootUid);
  const viewer = await makeViewer(page, grove, group.uid);
  await signInAs(page, viewer, groupUrl(group.uid, '/advisories'));
  const button = page.getByRole('button', { name: 'Import', exact: true });
  await expect(button).toHaveAttribute('aria-disabled', 'true');
  await expect(button).toHaveAttribute('data-hint', /advisories\.import/);
});
