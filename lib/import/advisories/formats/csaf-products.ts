/** The products of a CSAF document by their ids, as OpenVEX names products. */
import { formatPurl, parsePurl } from '#lib/advisory-formats/purl.ts';
import { invalidField } from '#lib/aip/errors.ts';
import { canonical } from '#lib/audit/canonical.ts';
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

/**
 * @param tree the `product_tree` of the document.
 * @throws ApiError if one id is of two products.
 */
export function csafProducts(tree: JsonObject): ReadonlyMap<string, Product> {
  const found = plainProducts(tree);
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

/** Those that are not relationships. */
function plainProducts(tree: JsonObject): Map<string, Product> {
  const found = new Map<string, Product>();
  const add = (value: JsonValue | undefined, range?: string) => {
    const product = objectIn(value);
    const id = textIn(product['product_id']);
    if (id === undefined) return;
    putOnce(found, id, { product: namedBy(product, range) });
  };
  const walk = (branches: readonly JsonObject[]) => {
    for (const branch of branches) {
      add(branch['product'], rangeOf(branch));
      walk(objectsIn(branch['branches']));
    }
  };
  objectsIn(tree['full_product_names']).forEach((product) => add(product));
  walk(objectsIn(tree['branches']));
  return found;
}

/** A statement on an id that is of two products would be about either. */
function putOnce<One>(found: Map<string, One>, id: string, one: One): void {
  const known = found.get(id);
  if (known !== undefined && canonical(known) !== canonical(one)) {
    throw invalidField('product_tree', `gives the id ${id} to two products`);
  }
  found.set(id, one);
}

const rangeOf = ({ category, name }: JsonObject): string | undefined =>
  category === 'product_version_range' ? textIn(name) : undefined;

function relationshipsIn(tree: JsonObject): ReadonlyMap<string, Relationship> {
  const found = new Map<string, Relationship>();
  for (const of of objectsIn(tree['relationships'])) {
    const whole = objectIn(of['full_product_name']);
    const id = textIn(whole['product_id']);
    const part = textIn(of['product_reference']) ?? '';
    const container = textIn(of['relates_to_product_reference']) ?? '';
    if (id !== undefined) putOnce(found, id, { part, container, whole });
  }
  return found;
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

/** As OpenVEX names a product. @param range of versions, which its package URL may leave out. */
function namedBy(product: JsonObject, range?: string): JsonObject {
  const helper = objectIn(product['product_identification_helper']);
  const hashes = objectsIn(helper['hashes']).flatMap(({ file_hashes: of }) =>
    objectsIn(of).map(({ algorithm, value }) => [algorithm, value]),
  );
  const identified = identifiedBy(inRange(helper['purl'], range), helper['cpe'], hashes);
  const isIdentified = Object.keys(identified).length > 0;
  return isIdentified ? identified : { '@id': textIn(product['name']) ?? '' };
}

/** A package URL without a version is of all versions. A range is the qualifier that package URLs have for it. */
function inRange(given: JsonValue | undefined, range: string | undefined): JsonValue | undefined {
  const purl = parsePurl(textIn(given) ?? '');
  if (purl === null || range === undefined) return given;
  if (purl.version !== '' || purl.qualifiers['vers'] !== undefined) return given;
  return formatPurl({ ...purl, qualifiers: { ...purl.qualifiers, vers: range } }) ?? given;
}
