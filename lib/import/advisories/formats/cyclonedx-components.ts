/** The components and services of a CycloneDX document, and how OpenVEX names them. */
import { formatPurl, parsePurl, purlOfName, type Purl } from '#lib/advisory-formats/purl.ts';
import type { JsonObject } from '#lib/aip/json.ts';
import { identifiedBy, objectIn, objectsIn, textIn } from './foreign-vex.ts';

/** What a reference names. */
export interface Named {
  ref: string;
  /** Undefined if the document has no such component. */
  component: JsonObject | undefined;
}

/** Finds what a reference in the document names, by its `bom-ref` or by a BOM-Link. */
export function componentsOf(record: JsonObject): (ref: string) => Named {
  const own = textIn(record['serialNumber'])
    ?.toLowerCase()
    .replace(/^urn:uuid:/, '');
  const top = objectIn(objectIn(record['metadata'])['component']);
  const components = new Map<string, JsonObject>();
  collect([top, ...objectsIn(record['components']), ...objectsIn(record['services'])], components);
  return (ref) => {
    const component = components.get(ref);
    const link = component === undefined ? linkIn(ref) : null;
    if (link === null) return { ref, component };
    const written = spellings(link.fragment);
    const inside = link.serial === own ? written.find((one) => components.has(one)) : undefined;
    if (inside !== undefined) return { ref: inside, component: components.get(inside) };
    const purl = written.find((one) => parsePurl(one) !== null);
    return { ref: purl ?? ref, component: undefined };
  };
}

function collect(found: readonly JsonObject[], into: Map<string, JsonObject>): void {
  for (const component of found) {
    const ref = textIn(component['bom-ref']);
    if (ref !== undefined) into.set(ref, component);
    collect([...objectsIn(component['components']), ...objectsIn(component['services'])], into);
  }
}

/**
 * A link to an element of a document: `urn:cdx:SERIAL/VERSION#BOM-REF`.
 *
 * @see https://cyclonedx.org/capabilities/bomlink/
 */
function linkIn(ref: string): { serial: string; fragment: string } | null {
  const [, serial = '', fragment = ''] = /^urn:cdx:([0-9a-f-]{36})\/\d+#(.+)$/is.exec(ref) ?? [];
  return fragment === '' ? null : { serial: serial.toLowerCase(), fragment };
}

/** Fragments are percent-encoded. Some documents have them as they are, and package URLs encode parts. */
function spellings(fragment: string): string[] {
  try {
    return [fragment, decodeURIComponent(fragment)];
  } catch {
    return [fragment];
  }
}

/** As OpenVEX names a product. A range of versions is the qualifier that package URLs have for it. */
export function productOf({ ref, component }: Named, of: JsonObject): JsonObject {
  const [version, range] = [textIn(of['version']), textIn(of['range'])];
  const given = parsePurl(textIn(component?.['purl']) ?? ref) ?? purlIn(component);
  const hashes = objectsIn(component?.['hashes']).map(({ alg, content }) => [
    textIn(alg)?.toLowerCase(),
    content,
  ]);
  if (given === null) {
    const suffix = version ?? range;
    return { '@id': suffix === undefined ? ref : `${ref}@${suffix}` };
  }
  const purl = {
    ...given,
    ...(version !== undefined && { version }),
    ...(range !== undefined && { version: '', qualifiers: { ...given.qualifiers, vers: range } }),
  };
  return {
    '@id': formatPurl(purl) ?? ref,
    ...(version === undefined &&
      range === undefined &&
      identifiedBy(undefined, component?.['cpe'], hashes)),
  };
}

function purlIn(component: JsonObject | undefined): Purl | null {
  const name = textIn(component?.['name']);
  if (name === undefined) return null;
  const group = textIn(component?.['group']);
  const purl = purlOfName('generic', group === undefined ? name : `${group}/${name}`, '');
  return { ...purl, version: textIn(component?.['version']) ?? '' };
}
