import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { fixture } from '#lib/import/advisories/test-archives.ts';
import { advisories, lines } from '#lib/import/advisories/test-parse.ts';
import { WITHDRAWN_NOTE } from '#lib/advisory-formats/current.ts';
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

  const SERIAL = '3e671687-395b-41f5-a30f-a58921a69b79';
  const vex = (vulnerability: object, more: object = {}) =>
    JSON.stringify({
      bomFormat: 'CycloneDX',
      serialNumber: `urn:uuid:${SERIAL}`,
      metadata: { timestamp: '2026-03-01T00:00:00Z' },
      components: [
        {
          name: 'a',
          'bom-ref': 'a',
          purl: 'pkg:npm/a@1.0.0',
          components: [{ name: 'in a', 'bom-ref': 'in a' }],
        },
      ],
      services: [{ name: 's', 'bom-ref': 's', services: [{ name: 'in s', 'bom-ref': 'in s' }] }],
      vulnerabilities: [{ id: 'CVE-2026-1', affects: [{ ref: 'a' }], ...vulnerability }],
      ...more,
    });

  it.each([
    [`urn:cdx:${SERIAL}/1#a`, 'a'],
    [`urn:cdx:${SERIAL.toUpperCase()}/7#in%20a`, 'in a'],
    ['s', 's'],
    ['in s', 'in s'],
    ['urn:cdx:00000000-0000-4000-8000-000000000000/1#pkg:npm/%40b/c@2', '@b/c'],
    [
      `urn:cdx:00000000-0000-4000-8000-000000000000/1#${encodeURIComponent('pkg:npm/%40b/c@2')}`,
      '@b/c',
    ],
    [
      'urn:cdx:00000000-0000-4000-8000-000000000000/1#a',
      'urn:cdx:00000000-0000-4000-8000-000000000000/1#a',
    ],
    [`urn:cdx:${SERIAL}/1#100%`, `urn:cdx:${SERIAL}/1#100%`],
  ])('finds what %s names', async (ref, artifact) => {
    expect(await advisories(vex({ affects: [{ ref }] }))).toMatchObject([
      { artifactName: artifact },
    ]);
  });

  it.each([
    ['affected', 'not_affected', 'truePositiveDetermination'],
    ['affected', 'resolved', 'truePositiveDetermination'],
    ['affected', undefined, 'truePositiveDetermination'],
    ['unaffected', 'exploitable', 'falsePositiveDetermination'],
    ['unknown', 'exploitable', 'detection'],
    [undefined, 'exploitable', 'truePositiveDetermination'],
    [undefined, 'resolved', 'fixed'],
  ])(
    'says of a version that is %s in an analysis of %s what it is',
    async (status, state, kind) => {
      const affects = [{ ref: 'a', versions: [{ version: '2.0.0', status }] }];
      const [found] = await advisories(vex({ analysis: { state, detail: 'As told.' }, affects }));
      expect(found?.events).toMatchObject([{ kind, origin: { product: 'pkg:npm/a@2.0.0' } }]);
      const isOwn = status === undefined;
      const texts = found?.events[0]?.origin?.texts ?? found?.events[0]?.data;
      expect(JSON.stringify(texts)).toContain('As told.');
      if (!isOwn) expect(texts).toMatchObject({ status_notes: 'As told.' });
    },
  );

  it.each([
    [['will_not_fix'], 'fixNotPlanned'],
    [['can_not_fix', 'workaround_available'], 'fixNotPlanned'],
    // CISA's cases say both, of versions that are replaced.
    [['will_not_fix', 'update'], 'truePositiveDetermination'],
    [['rollback'], 'truePositiveDetermination'],
  ])('reads the response %j', async (response, kind) => {
    const [found] = await advisories(vex({ analysis: { state: 'exploitable', response } }));
    expect(found?.events).toMatchObject([{ kind }]);
    expect(found?.events[0]?.data['note']).toBe(
      `Response: ${response.join(', ').replaceAll('_', ' ')}.`,
    );
  });

  it('says what to do in the words of the document, and why beside it', async () => {
    const [found] = await advisories(
      vex({
        recommendation: 'Upgrade.',
        workaround: 'Turn it off.',
        analysis: { state: 'exploitable', detail: 'By anybody.', response: ['update'] },
      }),
    );
    expect(found?.events[0]?.origin?.texts).toEqual({
      action_statement: 'Upgrade.\nTurn it off.\nResponse: update.',
      status_notes: 'By anybody.',
    });
  });

  it.each([
    ['2026-04-01T00:00:00Z', '2026-04-01T00:00:00.000Z'],
    ['2026-02-01T00:00:00Z', '2026-03-01T00:00:00.000Z'],
  ])('takes a record that was rejected at %s for withdrawn', async (rejected, createTime) => {
    const analysis = { state: 'exploitable', detail: 'By anybody.' };
    const [found] = await advisories(vex({ rejected, analysis }));
    expect(found?.events).toMatchObject([
      { kind: 'falsePositiveDetermination', createTime, data: { note: WITHDRAWN_NOTE } },
    ]);
    expect(found?.events[0]?.origin?.texts).toMatchObject({ status_notes: 'By anybody.' });
  });

  it.each([
    [{ state: 'exploitable' }, 'action_statement: is required of an affected product'],
    [
      { state: 'not_affected' },
      'justification: is required of a product that is not affected, or else an impact_statement',
    ],
  ])('warns once of an analysis without its reason: %j', async (analysis, warning) => {
    const affects = [{ ref: 'a' }, { ref: 's' }];
    expect(await lines(vex({ analysis, affects }))).toEqual([
      `1: ${warning}`,
      '1: CVE-2026-1',
      '1: CVE-2026-1',
    ]);
  });

  it.each([
    [{ affects: [] }, 'names no component, so nothing is imported of it'],
    [{ affects: undefined }, 'names no component, so nothing is imported of it'],
    [{ affects: [{ ref: 'gone' }] }, 'names gone, which is no component of the document'],
    [
      { affects: [{ ref: `urn:cdx:${SERIAL}/1#gone` }] },
      `names urn:cdx:${SERIAL}/1#gone, which is no component of the document`,
    ],
  ])('warns of what names nothing: %j', async (vulnerability, warning) => {
    expect(await lines(vex(vulnerability))).toContain(`1: affects: ${warning}`);
  });

  it.each(['a', 'in s', 'pkg:npm/b@1', 'urn:cdx:00000000-0000-4000-8000-000000000000/1#a'])(
    'does not warn of %s',
    async (ref) => {
      expect(await lines(vex({ affects: [{ ref }] }))).toEqual(['1: CVE-2026-1']);
    },
  );

  it.each([
    ['pkg:npm/b@1.0.0', ['1: components: gives the bom-ref a to two components']],
    ['pkg:npm/a@1.0.0', ['1: CVE-2026-1']],
  ])('is refused where a reference is of two components', async (purl, expected) => {
    const components = ['pkg:npm/a@1.0.0', purl].map((one) => ({
      name: 'a',
      'bom-ref': 'a',
      purl: one,
    }));
    expect(await lines(vex({ affects: [{ ref: 'a' }] }, { components }))).toEqual(expected);
  });

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

  const reasons = {
    product_status: { known_not_affected: ['P1'], known_affected: ['P2'], fixed: ['P2:P1'] },
    flags: [{ label: 'component_not_present', group_ids: ['G1'] }],
    threats: [{ category: 'impact', details: 'It is not built in.', group_ids: ['G1'] }],
    remediations: [
      { category: 'workaround', details: 'Turn it off.', product_ids: ['P2'] },
      { category: 'vendor_fix', details: 'Update.', url: 'https://example.com', group_ids: ['G2'] },
      { category: 'workaround', details: 'Turn it off.', group_ids: ['G2'] },
    ],
  };
  const withGroups = (more: object) => {
    const { product_tree: tree, ...document } = JSON.parse(csaf(more)) as Record<string, object>;
    const groups = [
      { group_id: 'G1', product_ids: ['P1', 'P2:P1'] },
      { group_id: 'G2', product_ids: ['P2', 'P2:P1'] },
    ];
    return JSON.stringify({ ...document, product_tree: { ...tree, product_groups: groups } });
  };
  const textsIn = async (text: string) =>
    (await advisories(text)).map(
      ({ events: [event] }) => event?.origin?.texts ?? event?.data['note'],
    );

  it('reads the reasons of groups of products, and all of them', async () => {
    const action = 'Turn it off.\nUpdate. https://example.com';
    expect(await textsIn(withGroups(reasons))).toEqual([
      { impact_statement: 'It is not built in.' },
      action,
      `It is not built in.\n${action.split('\n').toReversed().join('\n')}`,
    ]);
  });

  const withBranches = (branches: object[]) => {
    const document = JSON.parse(csaf({ product_status: { known_affected: ['R'] } })) as object;
    return JSON.stringify({ ...document, product_tree: { branches } });
  };
  const rangeBranch = (range: string, purl: string) => ({
    category: 'product_version_range',
    name: range,
    product: product('R', purl),
  });

  it.each([
    ['pkg:npm/a', 'pkg:npm/a?vers=vers%3Anpm%2F%3E%3D1.0%7C%3C2.0'],
    ['pkg:npm/a?arch=x', 'pkg:npm/a?arch=x&vers=vers%3Anpm%2F%3E%3D1.0%7C%3C2.0'],
    ['pkg:npm/a@1.5', 'pkg:npm/a@1.5'],
    ['pkg:npm/a?vers=vers:npm/*', 'pkg:npm/a?vers=vers:npm/*'],
  ])('says of which versions of %s a statement on a range is', async (purl, named) => {
    const [[, , events] = []] = await said(
      withBranches([rangeBranch('vers:npm/>=1.0|<2.0', purl)]),
    );
    expect(events).toEqual([['truePositiveDetermination', '', named]]);
  });

  it('keeps apart what it says of two ranges of one package', async () => {
    const [old, later] = ['<2.0', '>=2.0'].map((range) =>
      rangeBranch(`vers:npm/${range}`, 'pkg:npm/a'),
    );
    const product_status = { known_affected: ['R'], known_not_affected: ['S'] };
    const document = JSON.parse(csaf({ product_status })) as object;
    const branches = [old, { ...later, product: product('S', 'pkg:npm/a') }];
    const found = await lines(JSON.stringify({ ...document, product_tree: { branches } }));
    expect(JSON.stringify(found)).not.toContain('at the same time');
  });

  it.each([
    [[product('R', 'pkg:npm/a'), product('R', 'pkg:npm/b')], ['gives the id R to two products']],
    [[product('R', 'pkg:npm/a'), product('R', 'pkg:npm/a')], []],
  ])('is refused where one id is of two products', async (products, reasons) => {
    const branches = products.map((one) => ({ category: 'product_version', product: one }));
    const found = await lines(withBranches(branches));
    expect(found.filter((line) => line.includes('two products'))).toEqual(
      reasons.map((reason) => `1: product_tree: ${reason}`),
    );
  });

  it('takes a reason that names no product for that of the others', async () => {
    const threats = [
      { category: 'impact', details: 'Of all.' },
      { category: 'impact', details: 'Of one.', product_ids: ['P1'] },
    ];
    const product_status = { known_not_affected: ['P1', 'P2'] };
    expect(await textsIn(csaf({ product_status, threats, flags: [] }))).toEqual([
      'Of one.',
      'Of all.',
    ]);
  });

  it.each([
    ['no_fix_planned', 'fixNotPlanned'],
    ['none_available', 'truePositiveDetermination'],
    ['fix_planned', 'pendingUpstreamFix'],
    ['vendor_fix', 'truePositiveDetermination'],
  ])('reads a remediation of %s', async (category, kind) => {
    const remediations = [{ category, details: 'As told.', product_ids: ['P1'] }];
    const [found] = await advisories(
      csaf({ product_status: { known_affected: ['P1'] }, remediations }),
    );
    expect(found?.events).toMatchObject([{ kind, data: { note: 'As told.' } }]);
  });

  it('follows relationships in any order, and none in a circle', async () => {
    const relation = (id: string, part: string, container: string) => ({
      category: 'default_component_of',
      product_reference: part,
      relates_to_product_reference: container,
      full_product_name: { product_id: id, name: id },
    });
    const { product_tree: tree, ...document } = JSON.parse(
      csaf({ product_status: { fixed: ['in module', 'circle'] } }),
    ) as Record<string, object>;
    const relationships = [
      relation('in module', 'P1', 'module in P2'),
      relation('module in P2', 'P1', 'P2'),
      relation('circle', 'other circle', 'P2'),
      relation('other circle', 'circle', 'P2'),
    ];
    const text = JSON.stringify({ ...document, product_tree: { ...tree, relationships } });
    expect(await advisories(text)).toMatchObject([
      { artifactName: 'r.example/shop', componentName: 'a' },
      { artifactName: 'circle', componentName: '' },
    ]);
  });

  it('is refused where groups make too much of it', async () => {
    const ids = Array.from({ length: 2_000 }, (_, at) => `P${at}`);
    const full_product_names = ids.map((id) => ({ product_id: id, name: id }));
    const product_groups = [{ group_id: 'G', product_ids: ids }];
    const remediations = Array.from({ length: 101 }, () => ({
      details: 'Wait.',
      group_ids: ['G'],
    }));
    const product_status = { known_affected: ids };
    const { document } = JSON.parse(csaf()) as { document: object };
    const text = JSON.stringify({
      document,
      product_tree: { full_product_names, product_groups },
      vulnerabilities: [{ cve: 'CVE-2024-1', product_status, remediations }],
    });
    expect(await lines(text)).toEqual([
      '1: vulnerabilities.0.remediations: are of more than 200000 products in all',
    ]);
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
  expect(statements.at(-1)).toMatchObject({ says: { action_statement: 'Update.' } });
  expect(looks).toBeLessThan(10);
});
