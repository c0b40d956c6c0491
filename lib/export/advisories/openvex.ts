/**
 * Stored advisories as statements of one OpenVEX document. Each statement has the status that the
 * newest event on its product gives to it.
 *
 * @see https://github.com/openvex/spec
 */
import type { JsonObject } from '#lib/aip/json.ts';
import type { Advisory } from '#lib/resources/rows.ts';
import {
  isOfEveryVersion,
  PLACE_QUALIFIERS,
  placeOf,
  referenceTo,
  fieldsNotIn,
  type Reference,
} from '#lib/advisory-formats/artifacts.ts';
import { currentOf, dataOf, kindOf, type Statement } from '#lib/advisory-formats/current.ts';
import { iriOf } from '#lib/advisory-formats/iri.ts';
import type { EventOrigin, Naming } from '#lib/advisory-formats/origin.ts';
import { artifactNameKey } from '#lib/advisory-formats/package-names.ts';
import { distributionOfRow, originalPurl } from '#lib/advisory-formats/packages.ts';
import { formatPurl, type Purl } from '#lib/advisory-formats/purl.ts';
import { statedVerdictOf, statementId, verdictOf } from '#lib/advisory-formats/statements.ts';

/** The document without its statements. */
export function vexHeader(url: string, id: string, time: Date): JsonObject {
  return {
    '@context': 'https://openvex.dev/ns/v0.2.0',
    '@id': `${url}/openvex/${id}`,
    author: `Grove at ${url}`,
    timestamp: time.toISOString(),
    version: 1,
    tooling: 'Grove',
  };
}

/**
 * One for each product of which something is said at present.
 *
 * @param url the installation's address.
 */
export function statementsOf(row: Advisory, url: string): JsonObject[] {
  const { newest, deciding } = currentOf(row);
  const stated = newest.filter(
    (statement) => statement === deciding || statement.origin.product !== undefined,
  );
  let derived: Reference | undefined;
  const derivedOnce = () => (derived ??= derivedReference(row));
  if (stated.length === 0) return [statementOf(row, undefined, { url, derivedOnce })];
  return stated.map((statement) => statementOf(row, statement, { url, derivedOnce }));
}

interface Context {
  url: string;
  /** Looks through all of the row, which may have thousands of statements. */
  derivedOnce: () => Reference;
}

function statementOf(
  row: Advisory,
  statement: Statement | undefined,
  { url, derivedOnce }: Context,
): JsonObject {
  const { event, origin = {} } = statement ?? {};
  const kind = kindOf(event);
  const data = dataOf(event);
  const reference = originalReference(row, origin) ?? derivedOnce();
  const others = fieldsNotIn(reference, row);
  const type = textIn(data['type']);
  const uid = textIn(event?.['uid']);
  const time = String(event?.['createTime'] ?? row.createTime.toISOString());
  return {
    '@id': statementId(url, row.uid, { kind, type, uid, ...others }),
    vulnerability: vulnerabilityOf(row),
    timestamp: time.replace(/Z$/, `${origin.finerTime ?? ''}Z`),
    products: [productOf(reference, origin)],
    ...(origin.product === undefined
      ? verdictOf(kind ?? 'detection', data)
      : statedVerdictOf(kind ?? 'detection', data, origin.texts)),
  };
}

const textIn = (value: unknown) => (typeof value === 'string' ? value : undefined);

/** As the statement named it, or else by the names derived from the columns. */
function productOf(reference: Reference, origin: EventOrigin): JsonObject {
  const { product, subcomponent } = reference;
  const partNaming = subcomponent === origin.subcomponent && origin.subcomponentNaming;
  return {
    ...named(product, product === origin.product && origin.productNaming),
    ...(subcomponent !== undefined && { subcomponents: [named(subcomponent, partNaming)] }),
  };
}

function named(name: string, naming: Naming | false | undefined): JsonObject {
  if (!naming) return { '@id': iriOf(name) };
  const { '@id': id, identifiers, hashes } = naming;
  return {
    // A hash alone identifies nothing to readers that follow the schema.
    ...(id !== undefined ? { '@id': id } : identifiers === undefined && { '@id': iriOf(name) }),
    ...(identifiers !== undefined && { identifiers }),
    ...(hashes !== undefined && { hashes }),
  };
}

/** By the names of the event's original record; null if they are not those of the artifact. */
function originalReference(row: Advisory, origin: EventOrigin): Reference | null {
  const { product, subcomponent, productNaming, subcomponentNaming } = origin;
  if (product === undefined) return null;
  if (artifactNameKey(placeOf({ product }).place) !== artifactNameKey(row)) return null;
  return {
    product: productNaming ? product : iriOf(product),
    subcomponent: subcomponentNaming ? subcomponent : iriOf(subcomponent),
  };
}

/** By names that are derived from the columns. */
function derivedReference(row: Advisory): Reference {
  const distribution = distributionOfRow(row);
  const hints = { purl: basePurl(originalPurl(row)), distribution, version: row.fixedVersion };
  const derived = referenceTo(row, hints);
  return { product: iriOf(derived.product), subcomponent: iriOf(derived.subcomponent) };
}

/** The package URL without its version and subpath, if it names one version or a part. */
function basePurl(purl: Purl | null): Purl | null {
  if (purl === null || isOfEveryVersion(formatPurl(purl) ?? '')) return purl;
  const ofPlace = Object.entries(purl.qualifiers).filter(([name]) =>
    PLACE_QUALIFIERS.includes(name),
  );
  return { ...purl, version: '', qualifiers: Object.fromEntries(ofPlace), subpath: '' };
}

/** Scanners look for the public id, so the native id is an alias of it. */
function vulnerabilityOf({ advisoryId, aliases, summary }: Advisory): JsonObject {
  const ids = [...new Set([advisoryId, ...aliases])];
  const name = advisoryId.startsWith('CGA-') ? (ids[1] ?? advisoryId) : advisoryId;
  const others = ids.filter((id) => id !== name);
  return {
    name,
    ...(summary !== '' && { description: summary }),
    ...(others.length > 0 && { aliases: others }),
  };
}
