/**
 * Stored advisories as statements of one OpenVEX document. Each statement has the status that the
 * newest event of the advisory gives to its artifact.
 *
 * @see https://github.com/openvex/spec
 */
import type { JsonObject } from '#lib/aip/json.ts';
import { isJsonObject } from '#lib/aip/json.ts';
import type { RowOf } from '#lib/resources/rows.ts';
import { placeOf, referenceTo, untoldBy } from '#lib/advisory-formats/artifacts.ts';
import type { Place, Reference } from '#lib/advisory-formats/artifacts.ts';
import {
  distributionOfRow,
  eventOriginOf,
  originalPurl,
  placeOfRow,
} from '#lib/advisory-formats/packages.ts';
import { statementId, verdictOf } from '#lib/advisory-formats/statements.ts';
import type { Kind } from '#lib/advisory-formats/statements.ts';
import { EVENT_STATUS } from '#lib/resources/advisory.ts';

type Advisory = RowOf<'Advisory'>;

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

/** @param url the installation's address. */
export function statementOf(row: Advisory, url: string): JsonObject {
  const last = (row.events as JsonObject[]).at(-1);
  const kind = (Object.keys(EVENT_STATUS) as Kind[]).find((name) => last?.[name] !== undefined);
  const given = kind === undefined ? undefined : last?.[kind];
  const data = isJsonObject(given) ? given : {};
  const { product, subcomponent } = referenceOf(row, last);
  const untold = untoldBy({ product, subcomponent }, placeOfRow(row));
  const type = typeof data['type'] === 'string' ? data['type'] : undefined;
  const uid = typeof last?.['uid'] === 'string' ? last['uid'] : undefined;
  const subcomponents = subcomponent === undefined ? [] : [{ '@id': subcomponent }];
  return {
    '@id': statementId(url, row.uid, { kind, type, uid, ...untold }),
    vulnerability: vulnerabilityOf(row),
    timestamp: String(last?.['createTime'] ?? row.createTime.toISOString()),
    products: [{ '@id': product, ...(subcomponents.length > 0 && { subcomponents }) }],
    ...verdictOf(kind ?? 'detection', data),
  };
}

/** Uses the names of the event's original record, or else names derived from the columns. */
function referenceOf(row: Advisory, last: JsonObject | undefined): Reference {
  const place = placeOfRow(row);
  const { product, subcomponent } = eventOriginOf(row, last);
  if (product !== undefined && isOf({ product, subcomponent }, place)) {
    return withIris({ product, subcomponent });
  }
  const distribution = distributionOfRow(row);
  const hints = { purl: originalPurl(row), distribution, version: row.fixedVersion };
  return withIris(referenceTo(place, hints));
}

const isOf = (reference: Reference, { artifactName }: Place) =>
  placeOf(reference).place.artifactName === artifactName;

const withIris = ({ product, subcomponent }: Reference): Reference => ({
  product: iriOf(product),
  subcomponent: subcomponent === undefined ? undefined : iriOf(subcomponent),
});

/** Identifiers are IRIs. Other names become an IRI that adds no meaning. */
const iriOf = (name: string) =>
  /^[a-z][a-z0-9+.-]*:/i.test(name) ? name : `urn:grove:${encodeURIComponent(name)}`;

/** Scanners look for the public id, so the native id is an alias of it. */
function vulnerabilityOf({ advisoryId, aliases, summary }: Advisory): JsonObject {
  const ids = [...new Set([advisoryId, ...(aliases as string[])])];
  const name = advisoryId.startsWith('CGA-') ? (ids[1] ?? advisoryId) : advisoryId;
  const others = ids.filter((id) => id !== name);
  return {
    name,
    ...(summary !== '' && { description: summary }),
    ...(others.length > 0 && { aliases: others }),
  };
}
