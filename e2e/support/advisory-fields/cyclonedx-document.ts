import { inDocument, inMetadata, component, AT, SEEN } from './cyclonedx-samples.ts';
import { kept, lost, OF_DOCUMENT, type Field } from './field.ts';

export const CYCLONEDX_DOCUMENT: readonly Field[] = [
  kept(
    '`serialNumber`',
    inDocument((mark) => ({
      serialNumber: 'urn:uuid:3e671687-395b-41f5-a30f-a58921a69b79',
      components: [{ type: 'library', name: 'a', 'bom-ref': 'c', purl: `pkg:npm/${mark}@1` }],
      vulnerabilities: [
        {
          id: `CVE-${mark}`,
          affects: [{ ref: 'urn:cdx:3e671687-395b-41f5-a30f-a58921a69b79/1#c' }],
        },
      ],
    })),
    ['artifactName'],
    { lost: 'it only tells which BOM-Links are into the document' },
  ),
  lost(
    '`version`, `metadata.tools`, `metadata.component`',
    inMetadata((mark) => ({ tools: [{ name: mark }], component: { name: mark } })),
    OF_DOCUMENT,
  ),
  kept(
    '`metadata.timestamp`',
    inMetadata(() => ({ timestamp: AT })),
    ['events.createTime', 'openvex:timestamp'],
    { found: SEEN, lost: 'the statement has the newest of its own times instead, if there is one' },
  ),
  kept(
    '`metadata.authors[].name`',
    inMetadata((name) => ({ authors: [{ name }] })),
    ['author', 'events.author'],
    { lost: 'others than the first' },
  ),
  kept(
    '`metadata.supplier.name`',
    inMetadata((name) => ({ supplier: { name } })),
    ['author', 'events.author'],
    { lost: 'read where there is no author' },
  ),
  kept(
    '`components[].purl`',
    component((mark) => ({ purl: `pkg:npm/${mark}@1` })),
    ['artifactName', 'openvex:products.@id'],
  ),
  kept(
    '`components[].cpe`',
    component((mark) => ({ purl: 'pkg:npm/a@1', cpe: `cpe:2.3:a:a:${mark}:1:*:*:*:*:*:*:*` })),
    ['openvex:products.identifiers.cpe23'],
    { lost: 'read where the statement is on the version of the component' },
  ),
  kept(
    '`components[].hashes`',
    component((mark) => ({ purl: 'pkg:npm/a@1', hashes: [{ alg: 'SHA-256', content: mark }] })),
    ['openvex:products.hashes.sha-256'],
    { lost: 'read where the statement is on the version of the component' },
  ),
  kept(
    '`components[].group`, `name`, `version`',
    component((mark) => ({ group: 'g', name: mark, version: '1' })),
    ['artifactName', 'openvex:products.@id'],
    { lost: 'read where there is no `purl`' },
  ),
  lost(
    '`components[]`, their other fields',
    component((mark) => ({
      purl: 'pkg:npm/a@1',
      description: mark,
      supplier: { name: mark },
      licenses: [{ expression: mark }],
    })),
    'a bill of materials is not kept',
  ),
  kept(
    '`services[]`',
    inDocument((mark) => ({ components: [], services: [{ 'bom-ref': 'c', name: mark }] })),
    ['artifactName', 'openvex:products.@id'],
    { lost: 'their endpoints and data, which no advisory has' },
  ),
  lost(
    '`dependencies`, `compositions`, `properties`',
    inDocument((mark) => ({ dependencies: [{ ref: mark }], properties: [{ name: mark }] })),
    'a bill of materials is not kept',
  ),
];
