/** Documents of CycloneDX with one field more than they need. */
import type { JsonObject } from '#lib/aip/json.ts';
import type { Sample } from './field.ts';

export const having =
  (
    vulnerability: (mark: string) => JsonObject,
    document: (of: Sample) => JsonObject = () => ({}),
  ) =>
  (of: Sample): JsonObject => ({
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    metadata: { timestamp: '2026-01-01T00:00:00Z' },
    components: [
      { type: 'library', name: of.key, 'bom-ref': 'c', purl: `pkg:npm/${of.key}@1.0.0` },
    ],
    vulnerabilities: [{ id: `CVE-${of.key}`, affects: [{ ref: 'c' }], ...vulnerability(of.mark) }],
    ...document(of),
  });

export const inDocument = (document: (mark: string) => JsonObject) =>
  having(
    () => ({}),
    ({ mark }) => document(mark),
  );
export const inMetadata = (metadata: (mark: string) => JsonObject) =>
  inDocument((mark) => ({ metadata: { timestamp: '2026-01-01T00:00:00Z', ...metadata(mark) } }));
export const component = (more: (mark: string) => JsonObject) =>
  inDocument((mark) => ({
    components: [{ type: 'library', 'bom-ref': 'c', name: 'a', ...more(mark) }],
  }));
export const analysis = (more: (mark: string) => JsonObject) =>
  having((mark) => ({ analysis: more(mark) }));
export const version = (of: (mark: string) => JsonObject) =>
  having((mark) => ({ affects: [{ ref: 'c', versions: [of(mark)] }] }));

export const AT = '2025-02-03T04:05:06Z';
export const SEEN = '2025-02-03T04:05:06';
