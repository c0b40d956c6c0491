import type { JsonObject } from '#lib/aip/json.ts';
import { kept, lost, NO_FIELD, OF_DOCUMENT, type Field, type Sample } from './field.ts';

const having =
  (statement: (mark: string) => JsonObject, document: JsonObject = {}) =>
  ({ key, mark }: Sample): JsonObject => ({
    '@context': 'https://openvex.dev/ns/v0.2.0',
    '@id': 'https://example.com/vex/1',
    author: 'Ada',
    timestamp: '2026-01-01T00:00:00Z',
    statements: [
      {
        vulnerability: { name: `CVE-${key}` },
        products: [`pkg:npm/${key}@1.0.0`],
        status: 'under_investigation',
        ...statement(mark),
      },
    ],
    ...document,
  });

const inDocument = (document: (mark: string) => JsonObject) => (of: Sample) => ({
  ...having(() => ({}))(of),
  ...document(of.mark),
});

const product = (more: (mark: string) => JsonObject) =>
  having((mark) => ({ products: [more(mark)] }));

export const OPENVEX: readonly Field[] = [
  lost(
    '`@id`',
    inDocument((mark) => ({ '@id': `https://example.com/${mark}` })),
    OF_DOCUMENT,
  ),
  kept(
    '`author`',
    inDocument((author) => ({ author })),
    ['author', 'events.author'],
  ),
  lost(
    '`role`',
    inDocument((role) => ({ role })),
    NO_FIELD,
  ),
  kept(
    '`timestamp`',
    inDocument(() => ({ timestamp: '2025-02-03T04:05:06Z' })),
    ['events.createTime', 'openvex:timestamp'],
    { found: '2025-02-03T04:05:06' },
  ),
  lost(
    '`last_updated`, `version`',
    inDocument((mark) => ({ last_updated: mark, version: mark })),
    OF_DOCUMENT,
  ),
  lost(
    '`tooling`',
    inDocument((tooling) => ({ tooling })),
    OF_DOCUMENT,
  ),
  lost(
    '`statements[].@id`',
    having((mark) => ({ '@id': `https://example.com/${mark}` })),
    'a statement gets one of its own; that of an export of Grove is read',
  ),
  lost(
    '`statements[].version`',
    having((version) => ({ version })),
    NO_FIELD,
  ),
  kept(
    '`vulnerability.name`',
    having((mark) => ({ vulnerability: { name: mark } })),
    ['advisoryId'],
  ),
  kept(
    '`vulnerability.@id`',
    having((mark) => ({ vulnerability: { '@id': `https://example.com/${mark}` } })),
    ['advisoryId'],
    { lost: 'its last part is the name where there is no other' },
  ),
  kept(
    '`vulnerability.description`',
    having((mark) => ({ vulnerability: { name: `CVE-${mark}`, description: mark } })),
    ['summary', 'openvex:vulnerability.description', 'osv:summary'],
  ),
  kept(
    '`vulnerability.aliases`',
    having((mark) => ({ vulnerability: { name: `CVE-${mark}`, aliases: [`GHSA-${mark}`] } })),
    ['aliases', 'openvex:vulnerability.aliases', 'osv:aliases'],
  ),
  kept(
    '`products[].@id`',
    product((mark) => ({ '@id': `pkg:npm/${mark}@1` })),
    ['artifactName', 'openvex:products.@id'],
  ),
  kept(
    '`products[].identifiers`',
    product((mark) => ({ identifiers: { purl: `pkg:npm/${mark}@1`, cpe23: 'cpe:2.3:a:a:a:1' } })),
    ['artifactName', 'openvex:products.identifiers.purl'],
  ),
  kept(
    '`products[].hashes`',
    product((mark) => ({ hashes: { 'sha-256': mark } })),
    ['artifactName', 'openvex:products.hashes.sha-256'],
  ),
  kept(
    '`products[].subcomponents`',
    product((mark) => ({
      '@id': `pkg:oci/shop?repository_url=r.example/${mark}`,
      subcomponents: [{ '@id': `pkg:npm/${mark}` }],
    })),
    ['componentName', 'openvex:products.subcomponents.@id'],
  ),
  kept(
    '`status`',
    having(() => ({ status: 'fixed' })),
    ['status'],
    { found: 'FIXED' },
  ),
  lost(
    '`supplier`',
    having((supplier) => ({ supplier })),
    NO_FIELD,
  ),
  kept(
    '`status_notes`',
    having((mark) => ({ status_notes: mark })),
    ['openvex:status_notes'],
  ),
  kept(
    '`justification`',
    having(() => ({ status: 'not_affected', justification: 'component_not_present' })),
    ['events.falsePositiveDetermination.type'],
    { found: 'COMPONENT_VULNERABILITY_MISMATCH' },
  ),
  kept(
    '`impact_statement`',
    having((mark) => ({ status: 'not_affected', impact_statement: mark })),
    ['events.falsePositiveDetermination.note', 'openvex:impact_statement'],
  ),
  kept(
    '`action_statement`',
    having((mark) => ({ status: 'affected', action_statement: mark })),
    ['events.truePositiveDetermination.note', 'openvex:action_statement'],
  ),
  lost(
    '`action_statement_timestamp`',
    having((mark) => ({
      status: 'affected',
      action_statement: 'Wait.',
      action_statement_timestamp: mark,
    })),
    NO_FIELD,
  ),
];
