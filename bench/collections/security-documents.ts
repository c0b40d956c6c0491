/** The product status of CSAF documents, which an export has as OpenVEX. */
import { canonicalPurl } from '#lib/advisory-formats/purl.ts';
import type { JsonObject, JsonValue } from '#lib/aip/json.ts';
import {
  objectIn,
  objectsIn,
  textIn,
  textsIn,
} from '#lib/import/advisories/formats/foreign-vex.ts';
import type { Fact } from './fact.ts';

const STATUS: Readonly<Record<string, string>> = {
  known_not_affected: 'not_affected',
  known_affected: 'affected',
  first_affected: 'affected',
  last_affected: 'affected',
  fixed: 'fixed',
  first_fixed: 'fixed',
  under_investigation: 'under_investigation',
};

/** Documents of other versions are refused. */
export function addSecurityDocument(document: JsonObject, to: Fact[]): void {
  const { csaf_version: version, tracking } = objectIn(document['document']);
  if (version !== '2.0') return;
  const time = String(objectIn(tracking)['current_release_date']);
  const tree = objectIn(document['product_tree']);
  const labels = labelsIn(tree);
  for (const of of objectsIn(document['vulnerabilities'])) {
    const ids = [of['cve'], ...objectsIn(of['ids']).map(({ text }) => text)];
    const id = ids.flatMap((one) => textIn(one) ?? []).toSorted()[0] ?? '';
    for (const [list, status] of Object.entries(STATUS)) {
      for (const product of textsIn(objectIn(of['product_status'])[list])) {
        const name = `${id} ${labels.get(product) ?? product}`;
        to.push({
          kind: 'openvex',
          name,
          value: [status, ...reasonsIn(of, tree, product, status)],
          time,
        });
      }
    }
  }
}

/** The justification, impact and action, in the order of the facts of OpenVEX; as far as there are any. */
function reasonsIn(of: JsonObject, tree: JsonObject, product: string, status: string): string[] {
  const groups = objectsIn(tree['product_groups']).filter(({ product_ids: ids }) =>
    textsIn(ids).includes(product),
  );
  const groupIds = groups.map(({ group_id: id }) => id);
  const isOf = ({ product_ids: ids, group_ids: inGroups }: JsonObject) =>
    textsIn(ids).includes(product) || textsIn(inGroups).some((id) => groupIds.includes(id));
  const isOfAll = ({ product_ids: ids, group_ids: inGroups }: JsonObject) => !ids && !inGroups;
  const ofProduct = (entries: JsonValue | undefined) => {
    const own = objectsIn(entries).filter(isOf);
    return own.length > 0 ? own : objectsIn(entries).filter(isOfAll);
  };
  if (status === 'not_affected') {
    const impacts = ofProduct(
      objectsIn(of['threats']).filter(({ category }) => category === 'impact'),
    );
    const [flag] = ofProduct(of['flags']);
    return [textIn(flag?.['label']) ?? '', linesOf(impacts)];
  }
  return status === 'affected' ? ['', '', linesOf(ofProduct(of['remediations']))] : [];
}

const linesOf = (entries: readonly JsonObject[]) =>
  [
    ...new Set(
      entries.map(({ details, url }) =>
        [details, url].flatMap((one) => textIn(one) ?? []).join(' '),
      ),
    ),
  ].join('\n');

/** The product and, where there is one, its part, as in the facts of OpenVEX. */
function labelsIn(tree: JsonObject): ReadonlyMap<string, string> {
  const branches = (of: readonly JsonObject[]): JsonObject[] =>
    of.flatMap((one) => [objectIn(one['product']), ...branches(objectsIn(one['branches']))]);
  const plain = [
    ...objectsIn(tree['full_product_names']),
    ...branches(objectsIn(tree['branches'])),
  ];
  const labels = new Map(plain.map((one) => [textIn(one['product_id']) ?? '', labelOf(one)]));
  const relations = new Map(
    objectsIn(tree['relationships']).map((one) => [
      textIn(objectIn(one['full_product_name'])['product_id']) ?? '',
      one,
    ]),
  );
  const end = (id: string, field: string, left = relations.size): string => {
    const of = left === 0 ? undefined : relations.get(id);
    return of === undefined ? id : end(String(of[field]), field, left - 1);
  };
  const found = new Map([...labels].map(([id, label]) => [id, `${label} `]));
  for (const [id, of] of relations) {
    const part = labels.get(end(id, 'product_reference'));
    const container = labels.get(end(id, 'relates_to_product_reference'));
    const isKnown = part !== undefined && container !== undefined;
    found.set(
      id,
      isKnown ? `${container} ${part}` : `${labelOf(objectIn(of['full_product_name']))} `,
    );
  }
  return found;
}

function labelOf({ name, product_identification_helper: of }: JsonObject): string {
  const { purl, cpe, hashes } = objectIn(of);
  const known = textIn(purl) ?? textIn(cpe);
  if (known !== undefined) return canonicalPurl(known);
  const digests = objectsIn(hashes).flatMap(({ file_hashes: all }) => objectsIn(all));
  if (digests.length === 0) return String(name);
  const pairs = digests.map(({ algorithm, value }) => [String(algorithm), value] as const);
  return JSON.stringify(Object.fromEntries(pairs));
}
