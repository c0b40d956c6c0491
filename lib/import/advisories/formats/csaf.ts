/**
 * The product status of the vulnerabilities in a CSAF 2.0 document.
 *
 * @see https://docs.oasis-open.org/csaf/csaf/v2.0/csaf-v2.0.html
 */
import { invalidField } from '#lib/aip/errors.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '#lib/aip/json.ts';
import {
  identifiedBy,
  objectIn,
  objectsIn,
  reasonOf,
  textIn,
  textsIn,
  type ForeignVex,
} from './foreign-vex.ts';

export const isCsaf = (record: JsonObject): boolean =>
  isJsonObject(record['document']) && record['document']['csaf_version'] !== undefined;

const STATUS: Readonly<Record<string, string>> = {
  known_not_affected: 'not_affected',
  known_affected: 'affected',
  first_affected: 'affected',
  last_affected: 'affected',
  fixed: 'fixed',
  first_fixed: 'fixed',
  under_investigation: 'under_investigation',
};

interface Product {
  product: JsonObject;
  subcomponent?: JsonObject;
}

/** @throws ApiError if it is of another version or says nothing of a product. */
export function csafVex(record: JsonObject): ForeignVex {
  const document = objectIn(record['document']);
  if (document['csaf_version'] !== '2.0')
    throw invalidField('document.csaf_version', 'must be 2.0');
  const products = productsIn(objectIn(record['product_tree']));
  const statements = objectsIn(record['vulnerabilities']).flatMap((one, at) =>
    statementsOf(one, products, at),
  );
  if (statements.length === 0) throw invalidField('vulnerabilities', 'says nothing of any product');
  return {
    author: textIn(objectIn(document['publisher'])['name']) ?? '',
    timestamp: textIn(objectIn(document['tracking'])['current_release_date']),
    statements,
  };
}

function productsIn(tree: JsonObject): Map<string, Product> {
  const found = new Map<string, Product>();
  const add = (value: JsonValue | undefined) => {
    const product = objectIn(value);
    const id = textIn(product['product_id']);
    if (id !== undefined) found.set(id, { product: namedBy(product) });
  };
  const walk = (branches: readonly JsonObject[]) => {
    for (const branch of branches) {
      add(branch['product']);
      walk(objectsIn(branch['branches']));
    }
  };
  objectsIn(tree['full_product_names']).forEach(add);
  walk(objectsIn(tree['branches']));
  for (const relationship of objectsIn(tree['relationships'])) {
    const whole = objectIn(relationship['full_product_name']);
    const id = textIn(whole['product_id']);
    const part = found.get(textIn(relationship['product_reference']) ?? '');
    const container = found.get(textIn(relationship['relates_to_product_reference']) ?? '');
    if (id === undefined) continue;
    if (part === undefined || container === undefined) found.set(id, { product: namedBy(whole) });
    else found.set(id, { product: container.product, subcomponent: part.product });
  }
  return found;
}

/** As OpenVEX names a product. */
function namedBy(product: JsonObject): JsonObject {
  const helper = objectIn(product['product_identification_helper']);
  const hashes = objectsIn(helper['hashes']).flatMap(({ file_hashes: of }) =>
    objectsIn(of).map(({ algorithm, value }) => [algorithm, value]),
  );
  const identified = identifiedBy(helper['purl'], helper['cpe'], hashes);
  const isIdentified = Object.keys(identified).length > 0;
  return isIdentified ? identified : { '@id': textIn(product['name']) ?? '' };
}

function statementsOf(of: JsonObject, products: Map<string, Product>, at: number): JsonObject[] {
  const ids = objectsIn(of['ids']).flatMap(({ text }) => textIn(text) ?? []);
  const cve = textIn(of['cve']);
  const [name = '', ...aliases] = cve === undefined ? ids : [cve, ...ids];
  const title = textIn(of['title']);
  const vulnerability = { name, aliases, ...(title !== undefined && { description: title }) };
  const threats = objectsIn(of['threats']);
  const impacts = byProduct(threats.filter(({ category }) => category === 'impact'));
  const remediations = byProduct(objectsIn(of['remediations']));
  const flags = byProduct(objectsIn(of['flags']));
  return Object.entries(STATUS).flatMap(([list, status]) =>
    textsIn(objectIn(of['product_status'])[list]).map((id) => {
      const named = products.get(id);
      if (named === undefined) {
        const field = `vulnerabilities.${at}.product_status.${list}`;
        throw invalidField(field, `names ${id}, which is not in the product tree`);
      }
      const { product, subcomponent } = named;
      const reason = (status === 'affected' ? remediations : impacts).get(id);
      const flag = status === 'not_affected' ? flags.get(id)?.['label'] : undefined;
      return {
        vulnerability,
        products: [{ ...product, ...(subcomponent && { subcomponents: [subcomponent] }) }],
        status,
        ...reasonOf(status, textIn(reason?.['details'])),
        ...(flag !== undefined && { justification: flag }),
      };
    }),
  );
}

/** The first entry on each product. A document may have thousands of both. */
function byProduct(entries: readonly JsonObject[]): ReadonlyMap<string, JsonObject> {
  const pairs = entries.flatMap((one) =>
    textsIn(one['product_ids']).map((id) => [id, one] as const),
  );
  return new Map(pairs.toReversed());
}
