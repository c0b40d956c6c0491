/** The components and services of a CycloneDX document, and how OpenVEX names them. */
import { formatPurl, parsePurl, purlOfName, type Purl } from '#lib/advisory-formats/purl.ts';
import { invalidField } from '#lib/aip/errors.ts';
import type { JsonObject } from '#lib/aip/json.ts';
import { canonical } from '#lib/audit/canonical.ts';
import { identifiedBy, objectIn, objectsIn, textIn } from './foreign-vex.ts';

/** What a reference names. */
export interface Named {
  ref: string;
  /** Undefined if the document has no such component. */
  component: JsonObject | undefined;
  /** Whether it names a component of the document, a package, or something in another document. */
  isKnown: boolean;
}

/**
 * Finds what a reference in the document names, by its `bom-ref` or by a BOM-Link.
 *
 * @returns a function that throws an ApiError if the reference is of two components.
 */
export function componentsOf(record: JsonObject): (ref: string) => Named {
  const own = textIn(record['serialNumber'])
    ?.toLowerCase()
    .replace(/^urn:uuid:/, '');
  const top = objectIn(objectIn(record['metadata'])['component']);
  const components = new Map<string, Found>();
  collect([top, ...objectsIn(record['components']), ...objectsIn(record['services'])], components);
  return (ref) => {
    const component = onlyOf(ref, components.get(ref));
    const link = component === undefined ? linkIn(ref) : null;
    if (link === null) {
      return { ref, component, isKnown: component !== undefined || parsePurl(ref) !== null };
    }
    const isOwn = link.serial === own;
    const written = spellings(link.fragment);
    const inside = isOwn ? written.find((one) => components.has(one)) : undefined;
    if (inside !== undefined) {
      return { ref: inside, component: onlyOf(inside, components.get(inside)), isKnown: true };
    }
    const purl = written.find((one) => parsePurl(one) !== null);
    return { ref: purl ?? ref, component: undefined, isKnown: !isOwn || purl !== undefined };
  };
}

interface Found {
  component: JsonObject;
  isOfSeveral: boolean;
}

/** A verdict on a reference of two components would be about either. */
function onlyOf(ref: string, found: Found | undefined): JsonObject | undefined {
  if (found?.isOfSeveral === true) {
    throw invalidField('components', `gives the bom-ref ${ref} to two components`);
  }
  return found?.component;
}

function collect(components: readonly JsonObject[], into: Map<string, Found>): void {
  for (const component of components) {
    const ref = textIn(component['bom-ref']);
    const known = into.get(ref ?? '');
    if (known !== undefined) known.isOfSeveral ||= !isSame(known.component, component);
    else if (ref !== undefined) into.set(ref, { component, isOfSeveral: false });
    collect([...objectsIn(component['components']), ...objectsIn(component['services'])], into);
  }
}

function isSame(a: JsonObject, b: JsonObject): boolean {
  const [one, other] = [a, b].map((component) => productOf({ ref: '', component }, {}));
  return canonical(one) === canonical(other);
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
export function productOf(
  { ref, component }: Pick<Named, 'ref' | 'component'>,
  of: JsonObject,
): JsonObject {
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
