/** The products of a CSAF document by their ids, as OpenVEX names products. */
import type { JsonObject, JsonValue } from '#lib/aip/json.ts';
import { identifiedBy, objectIn, objectsIn, textIn } from './foreign-vex.ts';

export interface Product {
  product: JsonObject;
  subcomponent?: JsonObject;
}

/** A relationship, by the ids of its products. */
interface Relationship {
  part: string;
  container: string;
  whole: JsonObject;
}

/** @param tree the `product_tree` of the document. */
export function csafProducts(tree: JsonObject): ReadonlyMap<string, Product> {
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
  const relationships = relationshipsIn(tree);
  const partOf = lastOf(relationships, ({ part }) => part);
  const containerOf = lastOf(relationships, ({ container }) => container);
  const plain = new Map(found);
  for (const [id, { whole }] of relationships) {
    const part = plain.get(partOf(id));
    const container = plain.get(containerOf(id));
    if (part === undefined || container === undefined) found.set(id, { product: namedBy(whole) });
    else found.set(id, { product: container.product, subcomponent: part.product });
  }
  return found;
}

function relationshipsIn(tree: JsonObject): ReadonlyMap<string, Relationship> {
  const found = objectsIn(tree['relationships']).flatMap((of) => {
    const whole = objectIn(of['full_product_name']);
    const id = textIn(whole['product_id']);
    const part = textIn(of['product_reference']) ?? '';
    const container = textIn(of['relates_to_product_reference']) ?? '';
    return id === undefined ? [] : [[id, { part, container, whole }] as const];
  });
  return new Map(found);
}

/**
 * Follows relationships, which may be about each other in any order, to the product that is none. Each is
 * followed once. Those in a circle end nowhere.
 */
function lastOf(
  relationships: ReadonlyMap<string, Relationship>,
  next: (of: Relationship) => string,
): (id: string) => string {
  const ends = new Map<string, string>();
  return (id) => {
    const passed = new Set<string>();
    let at = id;
    for (let of = relationships.get(at); of !== undefined; of = relationships.get(at)) {
      const end = passed.has(at) ? '' : ends.get(at);
      if (end !== undefined) {
        at = end;
        break;
      }
      passed.add(at);
      at = next(of);
    }
    for (const one of passed) ends.set(one, at);
    return at;
  };
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
