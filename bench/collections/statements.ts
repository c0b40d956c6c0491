/** The statements of OpenVEX documents. */
import type { JsonObject, JsonValue } from '#lib/aip/json.ts';
import { nameOfIri } from '#lib/advisory-formats/iri.ts';
import { canonicalPurl } from '#lib/advisory-formats/purl.ts';
import { objectIn, objectsIn, textIn } from '#lib/import/advisories/formats/foreign-vex.ts';
import type { Fact } from './fact.ts';

const TEXTS = ['justification', 'impact_statement', 'action_statement', 'status_notes'];

export function addStatements(document: JsonObject, to: Fact[]): void {
  for (const statement of objectsIn(document['statements'])) {
    const id = nameOf(statement['vulnerability']);
    const time = String(statement['timestamp'] ?? document['timestamp']);
    const value = ['status', ...TEXTS].map((field) => textIn(statement[field]) ?? '');
    for (const product of partsOf(statement['products'])) {
      const parts = partsOf(objectIn(product)['subcomponents']);
      for (const part of parts.length === 0 ? [undefined] : parts) {
        const name = `${id} ${labelOf(product)} ${part === undefined ? '' : labelOf(part)}`;
        to.push({ kind: 'openvex', name, value, time });
      }
    }
  }
}

const partsOf = (value: JsonValue | undefined): JsonValue[] => (Array.isArray(value) ? value : []);

/** The smallest of its public names, because an export may begin with another one. */
function nameOf(value: JsonValue | undefined): string {
  const { name, '@id': id, aliases } = objectIn(value);
  const own = textIn(value) ?? textIn(name) ?? textIn(id)?.split(/[/#]/).at(-1) ?? '';
  const all = [own, ...partsOf(aliases).map(String)].filter((one) => !one.startsWith('CGA-'));
  return all.sort()[0] ?? own;
}

/** A product or a part of one. */
function labelOf(value: JsonValue | undefined): string {
  const { '@id': id, identifiers, hashes } = objectIn(value);
  const { purl, cpe23, cpe22 } = objectIn(identifiers);
  const named = [value, id, purl, cpe23, cpe22].map(textIn).find((one) => one !== undefined);
  return named === undefined ? JSON.stringify(hashes) : canonicalPurl(nameOfIri(named));
}
