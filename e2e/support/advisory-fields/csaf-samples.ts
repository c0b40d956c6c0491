/** Documents of CSAF 2.0 with one field more than they need. */
import type { JsonObject } from '#lib/aip/json.ts';
import type { Sample } from './field.ts';

type Make = (of: Sample) => JsonObject;

interface Parts {
  document?: Make;
  tree?: Make;
  vulnerability?: Make;
}

const none: Make = () => ({});

export const having =
  ({ document = none, tree = none, vulnerability = none }: Parts) =>
  (of: Sample): JsonObject => ({
    document: {
      category: 'csaf_vex',
      csaf_version: '2.0',
      publisher: { name: 'Ada' },
      tracking: { current_release_date: '2026-01-01T00:00:00Z' },
      ...document(of),
    },
    product_tree: { full_product_names: [product(of, `pkg:npm/${of.key}@1.0.0`)], ...tree(of) },
    vulnerabilities: [
      {
        cve: `CVE-${of.key}`,
        product_status: { known_affected: ['P'] },
        ...vulnerability(of),
      },
    ],
  });

export const product = ({ key }: Sample, purl: string, more: JsonObject = {}): JsonObject => ({
  product_id: 'P',
  name: key,
  product_identification_helper: { purl, ...more },
});

export const inDocument = (document: (mark: string) => JsonObject) =>
  having({ document: ({ mark }) => document(mark) });
export const inHelper = (more: (mark: string) => JsonObject) =>
  having({
    tree: (of) => ({ full_product_names: [product(of, `pkg:npm/${of.key}@1.0.0`, more(of.mark))] }),
  });
export const inVulnerability = (more: (mark: string) => JsonObject) =>
  having({ vulnerability: ({ mark }) => more(mark) });
export const notAffected = (more: (mark: string) => JsonObject) =>
  inVulnerability((mark) => ({ product_status: { known_not_affected: ['P'] }, ...more(mark) }));
export const remedy = (more: (mark: string) => JsonObject) =>
  inVulnerability((mark) => ({
    remediations: [{ category: 'workaround', details: 'Wait.', product_ids: ['P'], ...more(mark) }],
  }));

export const named = (helper: (mark: string) => JsonObject) =>
  having({
    tree: ({ mark }) => ({
      full_product_names: [
        { product_id: 'P', name: mark, product_identification_helper: helper(mark) },
      ],
    }),
  });
