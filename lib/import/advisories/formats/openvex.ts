/**
 * OpenVEX documents: statements on whether products have vulnerabilities. The
 * statements on one vulnerability of one product are one advisory's timeline.
 *
 * @see https://github.com/openvex/spec
 */
import { invalidField } from '#lib/aip/errors.ts';
import type { z } from 'zod';
import type { JsonObject } from '#lib/aip/json.ts';
import { fixedVersionOf, inOrder } from './events.ts';
import { checked, isNativeId } from './fields.ts';
import { namesIn, vexStatement, type Product, type vexDocument } from './openvex-schema.ts';
import { placeOf } from '#lib/advisory-formats/artifacts.ts';
import type { EventOrigin, Naming } from '#lib/advisory-formats/origin.ts';
import { keptIn } from '#lib/advisory-formats/statements.ts';
import type { ImportedAdvisory, ImportedEvent, Warning } from '#lib/import/advisories/types.ts';
import { eventOf, textsOf, type Statement } from './vex-events.ts';

export function isOpenVex(record: JsonObject): boolean {
  return typeof record['@context'] === 'string' && record['@context'].includes('openvex');
}

/** What a document says of all of its statements. */
export type VexDocument = Pick<z.infer<typeof vexDocument>, 'author' | 'timestamp'>;

/**
 * One advisory for each product.
 *
 * @param isTimeless whether the format has statements without a time.
 * @throws ApiError that names every failing field.
 */
export function advisoriesOfStatement(
  { author = '', timestamp: time }: VexDocument,
  content: JsonObject,
  isTimeless = false,
): ImportedAdvisory[] {
  const given = checked(vexStatement, content);
  const at = given.timestamp ?? time;
  if (at === undefined && !isTimeless) {
    throw invalidField('timestamp', 'is required, here or in the document');
  }
  const one = { ...given, kept: keptIn(given['@id'] ?? '') };
  return one.products.flatMap(referencesOf).map((of) => advisoryOf(one, of, { author, at }));
}

export function joinedVex(parts: readonly ImportedAdvisory[]): ImportedAdvisory {
  const [first] = parts;
  if (first === undefined) throw new Error('no statement to join');
  const events = inOrder(distinct(parts.flatMap((part) => part.events)));
  const aliases = [...new Set(parts.flatMap((part) => part.aliases))];
  return { ...first, aliases, events, fixedVersion: fixedVersionOf(events) };
}

/** A repeated statement counts once. */
const distinct = (events: readonly ImportedEvent[]): ImportedEvent[] => [
  ...new Map(events.map((event) => [JSON.stringify(event), event])).values(),
];

/** What OpenVEX asks for and the statement does not say. The statement is imported. */
export function warningsOf(content: JsonObject): Pick<Warning, 'field' | 'warning'>[] {
  const { status, justification, impact_statement: impact, action_statement: action } = content;
  if (status === 'affected' && !action) {
    return [{ field: 'action_statement', warning: 'is required of an affected product' }];
  }
  if (status !== 'not_affected' || justification !== undefined || impact) return [];
  const warning = 'is required of a product that is not affected, or else an impact_statement';
  return [{ field: 'justification', warning }];
}

interface Context {
  author: string;
  at: { time: string; finer: string } | undefined;
}

type Named = EventOrigin & { product: string };

/** One for each subcomponent, or one for the product as a whole. */
function referencesOf({ subcomponents = [], ...product }: Product): Named[] {
  const [name = ''] = namesIn(product);
  const whole = { product: name, productNaming: namingOf(product) };
  if (subcomponents.length === 0) return [whole];
  return subcomponents.map((part) => {
    const [subcomponent = ''] = namesIn(part);
    return { ...whole, subcomponent, subcomponentNaming: namingOf(part) };
  });
}

/** Undefined if its name is all that there is. */
const namingOf = ({ '@id': id, identifiers, hashes }: Naming): Naming | undefined =>
  identifiers || hashes ? { '@id': id, identifiers, hashes } : undefined;

function advisoryOf(one: Statement, reference: Named, { author, at }: Context): ImportedAdvisory {
  const { name: id, aliases: others = [], description } = one.vulnerability;
  const names = [...new Set([id, ...others])];
  const advisoryId = names.find(isNativeId) ?? id;
  const { place, version } = placeOf(reference);
  const { kind: _kind, type: _type, uid, ...ownFields } = one.kept ?? {};
  const event = eventOf(one, version, { ...place, ...ownFields }.componentName);
  const texts = event === null ? undefined : textsOf(one, event);
  const origin = { ...reference, finerTime: at?.finer || undefined, texts };
  return {
    advisoryId,
    aliases: names.filter((alias) => alias !== advisoryId),
    ...place,
    ...ownFields,
    summary: description,
    author,
    fixedVersion: '',
    events: event ? [{ ...event, createTime: at?.time, author, origin, uid }] : [],
    addsToStored: true,
    matchesAliases: one.kept === null,
    // A statement that Grove made names its place in full.
    isOfWholeArtifact: one.kept === null && reference.subcomponent === undefined,
  };
}
