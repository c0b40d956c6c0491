import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { fixture } from '#lib/import/advisories/test-archives.ts';
import { advisories, lines } from '#lib/import/advisories/test-parse.ts';
import { csafVex } from './csaf.ts';

const said = async (text: string) =>
  (await advisories(text)).map(({ advisoryId, artifactName, events }) => [
    advisoryId,
    artifactName,
    events.map(({ kind, data, origin }) => [kind, data['type'] ?? '', origin?.product]),
  ]);

describe('CycloneDX', () => {
  it.each([
    ['affected', 'DEF', '1.0', 'truePositiveDetermination', ''],
    ['fixed', 'DEF', '1.1', 'fixed', ''],
    [
      'not_affected',
      'ABC',
      '4.2',
      'falsePositiveDetermination',
      'VULNERABLE_CODE_NOT_INCLUDED_IN_PACKAGE',
    ],
    ['under_investigation', 'GHI', '17.4', 'detection', ''],
  ])('says that a component is %s', async (status, name, version, kind, type) => {
    const text = String(fixture(`cyclonedx-vex/Case-1-vex-${status}.json`));
    expect(await said(text)).toEqual([
      ['CVE-2021-44228', name, [[kind, type, `pkg:generic/${name}@${version}`]]],
    ]);
  });

  it('says something of each version that it names', async () => {
    const found = await said(String(fixture('cyclonedx-vex/Case-7-vex.json')));
    const refs = found.map(([, name]) => String(name).replace(/^.*#/, ''));
    expect(refs).toContain('product-ABC@2.4');
    expect(refs).toContain('product-ABC@vers:generic/>=2.9|<=4.1');
    expect(refs.filter((ref) => ref.startsWith('product-JKL'))).not.toEqual([]);
  });

  it.each(readdirSync(`${import.meta.dirname}/../fixtures/cyclonedx-vex`))(
    'reads %s',
    async (name) => {
      expect(await advisories(fixture(`cyclonedx-vex/${name}`))).not.toEqual([]);
    },
  );

  it('without vulnerabilities is named', async () => {
    expect(await lines('{"bomFormat": "CycloneDX", "specVersion": "1.5"}')).toEqual([
      '1: vulnerabilities: is a CycloneDX bill of materials without vulnerabilities',
    ]);
  });
});

describe('CSAF', () => {
  const csaf = (more: object = {}, version = '2.0') =>
    JSON.stringify({
      document: {
        category: 'csaf_vex',
        csaf_version: version,
        publisher: { name: 'Example' },
        tracking: { current_release_date: '2024-01-01T00:00:00Z' },
      },
      product_tree: {
        branches: [
          {
            category: 'vendor',
            branches: [{ category: 'product_name', product: product('P1', 'pkg:npm/a@1.0.0') }],
          },
        ],
        full_product_names: [product('P2', 'pkg:oci/shop?repository_url=r.example/shop')],
        relationships: [
          {
            category: 'default_component_of',
            product_reference: 'P1',
            relates_to_product_reference: 'P2',
            full_product_name: { product_id: 'P2:P1', name: 'a in shop' },
          },
        ],
      },
      vulnerabilities: [
        {
          cve: 'CVE-2024-1',
          product_status: { known_not_affected: ['P1'], known_affected: ['P2:P1'], fixed: ['P2'] },
          flags: [{ label: 'component_not_present', product_ids: ['P1'] }],
          remediations: [{ category: 'mitigation', details: 'Wait.', product_ids: ['P2:P1'] }],
          ...more,
        },
      ],
    });

  const product = (id: string, purl: string) => ({
    product_id: id,
    name: id,
    product_identification_helper: { purl },
  });

  it('says the status of each product and of the parts of products', async () => {
    expect(await said(csaf())).toEqual([
      [
        'CVE-2024-1',
        'a',
        [['falsePositiveDetermination', 'COMPONENT_VULNERABILITY_MISMATCH', 'pkg:npm/a@1.0.0']],
      ],
      [
        'CVE-2024-1',
        'r.example/shop',
        [['truePositiveDetermination', '', 'pkg:oci/shop?repository_url=r.example/shop']],
      ],
      [
        'CVE-2024-1',
        'r.example/shop',
        [['fixed', '', 'pkg:oci/shop?repository_url=r.example/shop']],
      ],
    ]);
    const [, part] = await advisories(csaf());
    expect(part).toMatchObject({ author: 'Example', componentName: 'a', componentType: 'npm' });
    expect(part?.events[0]?.data).toEqual({ note: 'Wait.' });
  });

  it.each([
    [csaf({}, '2.1'), '1: document.csaf_version: must be 2.0'],
    [csaf({ product_status: {} }), '1: vulnerabilities: says nothing of any product'],
    [
      csaf({ product_status: { fixed: ['P9'] } }),
      '1: vulnerabilities.0.product_status.fixed: names P9, which is not in the product tree',
    ],
  ])('is refused where it says nothing that can be read', async (text, reason) => {
    expect(await lines(text)).toEqual([reason]);
  });
});

it.each([
  [{ spdxVersion: 'SPDX-2.3' }, 'SPDX'],
  [{ version: '2.1.0', runs: [] }, 'SARIF'],
  [{ ghsa_id: 'GHSA-aaaa-bbbb-cccc', vulnerabilities: [] }, "GitHub's API"],
  [{ dataType: 'CVE_RECORD', cveMetadata: {} }, 'a CVE record'],
  [{ catalogVersion: '2026.08.01', vulnerabilities: [] }, 'a catalog of exploited vulnerabilities'],
])('names the format of %j', async (record, format) => {
  expect(await lines(JSON.stringify(record))).toEqual([
    `1: is ${format}, which is not read: only OSV, OpenVEX, CycloneDX VEX, CSAF 2.0 and package YAML are`,
  ]);
});

it('names what is read where a record is of no format', async () => {
  expect(await lines('{"name":"a","version":"1.0.0"}')).toEqual([
    '1: is of no format that is read: only OSV, OpenVEX, CycloneDX VEX, CSAF 2.0 and package YAML are',
  ]);
});

it.each([
  ['index', { version: 1, packages: [{ id: 'pkg:golang/a.example/a', location: 'pkg/a.json' }] }],
  ['manifest', { ID: 'pkg:npm/a', Sources: [{ Path: 'a.json', URL: 'https://a.example/a.json' }] }],
  ['description', { name: 'A', versions: [{ spec_version: '0.1', locations: [{ url: 'a' }] }] }],
])('skips the %s of a hub', async (_, record) => {
  expect(await lines(JSON.stringify(record))).toEqual([
    '1: : only describes a hub of statements, and is skipped',
  ]);
});

it('reads OSV in YAML', async () => {
  const text = `id: PYSEC-2024-1
modified: '2024-01-01T00:00:00Z'
affected:
- package: {ecosystem: PyPI, name: a}
  ranges:
  - type: ECOSYSTEM
    events:
    - introduced: '0'
    - fixed: '1.0'
`;
  expect(await advisories(text, 'a.yaml')).toMatchObject([
    { advisoryId: 'PYSEC-2024-1', artifactName: 'a', fixedVersion: '1.0' },
  ]);
  expect(await lines(text.replace("introduced: '0'", 'since: 1'), 'a.yaml')).toEqual([
    expect.stringContaining('affected.0.ranges.0.events'),
  ]);
});

it('looks through the reasons of a CSAF document once, however many products there are', () => {
  const ids = Array.from({ length: 100 }, (_, at) => `product ${at}`);
  let looks = 0;
  const remediation = {
    details: 'Update.',
    get product_ids() {
      looks += 1;
      return ids;
    },
  };
  const { statements } = csafVex({
    document: { csaf_version: '2.0' },
    product_tree: { full_product_names: ids.map((id) => ({ product_id: id, name: id })) },
    vulnerabilities: [{ product_status: { known_affected: ids }, remediations: [remediation] }],
  });
  expect(statements).toHaveLength(ids.length);
  expect(statements.at(-1)).toMatchObject({ action_statement: 'Update.' });
  expect(looks).toBeLessThan(10);
});
