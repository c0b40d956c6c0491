import { having, product, inDocument, inHelper, named } from './csaf-samples.ts';
import { kept, lost, NO_FIELD, OF_DOCUMENT, type Field } from './field.ts';

export const CSAF_DOCUMENT: readonly Field[] = [
  lost(
    '`document.title`, `notes`, `references`',
    inDocument((mark) => ({ title: mark, notes: [{ text: mark }], references: [{ url: mark }] })),
    OF_DOCUMENT,
  ),
  lost(
    '`document.aggregate_severity`, `distribution`',
    inDocument((mark) => ({ aggregate_severity: { text: mark }, distribution: { text: mark } })),
    NO_FIELD,
  ),
  kept(
    '`document.publisher.name`',
    inDocument((name) => ({ publisher: { name } })),
    ['author', 'events.author'],
  ),
  lost(
    '`document.publisher.namespace`',
    inDocument((namespace) => ({ publisher: { name: 'Ada', namespace } })),
    NO_FIELD,
  ),
  kept(
    '`document.tracking.current_release_date`',
    inDocument(() => ({ tracking: { current_release_date: '2025-02-03T04:05:06Z' } })),
    ['events.createTime', 'openvex:timestamp'],
    { found: '2025-02-03T04:05:06' },
  ),
  lost(
    '`document.tracking`, its other fields',
    inDocument((mark) => ({
      tracking: { current_release_date: '2026-01-01T00:00:00Z', id: mark, version: mark },
    })),
    OF_DOCUMENT,
  ),
  kept(
    '`full_product_names[].name`',
    named(() => ({})),
    ['artifactName', 'openvex:products.@id'],
    { lost: 'read only where nothing else identifies the product' },
  ),
  kept(
    '`product_identification_helper.purl`',
    named((mark) => ({ purl: `pkg:npm/${mark}@1` })),
    ['artifactName', 'openvex:products.identifiers.purl'],
  ),
  kept(
    '`product_identification_helper.cpe`',
    named((mark) => ({ cpe: `cpe:2.3:a:a:${mark}:1:*:*:*:*:*:*:*` })),
    ['artifactName', 'openvex:products.identifiers.cpe23'],
  ),
  kept(
    '`product_identification_helper.hashes`',
    named((mark) => ({ hashes: [{ file_hashes: [{ algorithm: 'sha256', value: mark }] }] })),
    ['artifactName', 'openvex:products.hashes.sha256'],
  ),
  lost(
    '`product_identification_helper`, its other fields',
    inHelper((mark) => ({
      skus: [mark],
      model_numbers: [mark],
      serial_numbers: [mark],
      sbom_urls: [mark],
      x_generic_uris: [{ uri: mark }],
    })),
    NO_FIELD,
  ),
  lost(
    '`branches[].name`, `category`',
    having({
      tree: (of) => ({
        full_product_names: [],
        branches: [
          { category: of.mark, name: of.mark, product: product(of, `pkg:npm/${of.key}@1`) },
        ],
      }),
    }),
    'products are named by what identifies them',
  ),
  kept(
    '`branches[].name` of `product_version_range`',
    having({
      tree: (of) => ({
        full_product_names: [],
        branches: [
          {
            category: 'product_version_range',
            name: `vers:npm/<${of.mark}`,
            product: product(of, `pkg:npm/${of.key}`),
          },
        ],
      }),
    }),
    ['openvex:products.identifiers.purl'],
    { lost: 'a range beside a version, or without a package URL' },
  ),
  kept(
    '`product_groups`',
    having({
      tree: () => ({ product_groups: [{ group_id: 'G', product_ids: ['P'] }] }),
      vulnerability: ({ mark }) => ({ remediations: [{ details: mark, group_ids: ['G'] }] }),
    }),
    ['openvex:action_statement'],
    { lost: 'the group itself: each product gets the words on it' },
  ),
  kept(
    '`relationships`',
    having({
      tree: (of) => ({
        full_product_names: [
          product(of, `pkg:npm/${of.mark}@1`),
          {
            product_id: 'W',
            name: 'w',
            product_identification_helper: { purl: 'pkg:oci/shop?repository_url=r.example/shop' },
          },
        ],
        relationships: [
          {
            category: 'default_component_of',
            product_reference: 'P',
            relates_to_product_reference: 'W',
            full_product_name: { product_id: 'PW', name: 'pw' },
          },
        ],
      }),
      vulnerability: () => ({ product_status: { known_affected: ['PW'] } }),
    }),
    ['componentName', 'openvex:products.subcomponents.identifiers.purl'],
    { lost: 'the category, and products between the first and the last' },
  ),
];
