/**
 * The product status of the vulnerabilities in a CSAF 2.0 document.
 *
 * @see https://docs.oasis-open.org/csaf/csaf/v2.0/csaf-v2.0.html
 */
import { invalidField } from '#lib/aip/errors.ts';
import { isJsonObject, type JsonObject } from '#lib/aip/json.ts';
import { csafProducts, type Product } from './csaf-products.ts';
import { ReasonsOfProducts } from './csaf-reasons.ts';
import {
  objectIn,
  objectsIn,
  reasonsOf,
  textIn,
  textsIn,
  type ForeignStatement,
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

/** @throws ApiError if it is of another version or says nothing of a product. */
export function csafVex(record: JsonObject): ForeignVex {
  const document = objectIn(record['document']);
  if (document['csaf_version'] !== '2.0')
    throw invalidField('document.csaf_version', 'must be 2.0');
  const tree = objectIn(record['product_tree']);
  const products = csafProducts(tree);
  const statements = objectsIn(record['vulnerabilities']).flatMap((one, at) =>
    statementsOf(one, { products, reasons: new ReasonsOfProducts(tree, one, at), at }),
  );
  if (statements.length === 0) throw invalidField('vulnerabilities', 'says nothing of any product');
  return {
    author: textIn(objectIn(document['publisher'])['name']) ?? '',
    timestamp: textIn(objectIn(document['tracking'])['current_release_date']),
    statements,
  };
}

interface Context {
  products: ReadonlyMap<string, Product>;
  reasons: ReasonsOfProducts;
  at: number;
}

function statementsOf(of: JsonObject, { products, reasons, at }: Context): ForeignStatement[] {
  const ids = objectsIn(of['ids']).flatMap(({ text }) => textIn(text) ?? []);
  const cve = textIn(of['cve']);
  const [name = '', ...aliases] = cve === undefined ? ids : [cve, ...ids];
  const title = textIn(of['title']);
  const vulnerability = { name, aliases, ...(title !== undefined && { description: title }) };
  return Object.entries(STATUS).flatMap(([list, status]) =>
    textsIn(objectIn(of['product_status'])[list]).map((id) => {
      const named = products.get(id);
      if (named === undefined) {
        const field = `vulnerabilities.${at}.product_status.${list}`;
        throw invalidField(field, `names ${id}, which is not in the product tree`);
      }
      const { product, subcomponent } = named;
      const { label, answers, ...texts } = reasons.of(id);
      const says: JsonObject = {
        vulnerability,
        products: [{ ...product, ...(subcomponent && { subcomponents: [subcomponent] }) }],
        status,
        ...reasonsOf(status, texts),
        ...(status === 'not_affected' && label !== undefined && { justification: label }),
      };
      return { says, answers };
    }),
  );
}
