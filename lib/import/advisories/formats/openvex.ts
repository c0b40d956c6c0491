/**
 * OpenVEX documents: statements on whether products have vulnerabilities. The
 * statements on one vulnerability of one product are one advisory's timeline.
 *
 * @see https://github.com/openvex/spec
 */
import { invalidField } from '#lib/aip/errors.ts';
import type { z } from 'zod';
import type { JsonObject } from '#lib/aip/json.ts';
import { exactTimeOf, fixedVersionOf } from './events.ts';
import { checked, isNativeId } from './fields.ts';
import { namesIn, vexStatement, type Product, type vexDocument } from './openvex-schema.ts';
import { placeOf } from '#lib/advisory-formats/artifacts.ts';
import type { EventOrigin, Naming } from '#lib/advisory-formats/origin.ts';
import { keptIn } from '#lib/advisory-formats/statements.ts';
import { compareTexts } from '#lib/advisory-formats/versions/order.ts';
import { canonical } from '#lib/audit/canonical.ts';
import type {
  ImportedAdvisory,
  ImportedEvent,
  WithWarnings,
} from '#lib/import/advisories/types.ts';
import { placeInLife, settled } from './verdicts.ts';
import { eventOf, textsOf, type Statement } from './vex-events.ts';

export function isOpenVex(record: JsonObject): boolean {
  return typeof record['@context'] === 'string' && record['@context'].includes('openvex');
}

/** What a document says of all of its statements. */
export type VexDocument = Pick<z.infer<typeof vexDocument>, 'author' | 'timestamp'>;

/** What other formats say of a statement beyond the words of OpenVEX. */
export interface Foreign {
  /** Its words on a fix of an affected product; see {@link kindOfAnswer}. */
  answers: readonly string[];
}

/**
 * One advisory for each product.
 *
 * @param foreign of a statement in another format, which may have no time.
 * @throws ApiError that names every failing field.
 */
export function advisoriesOfStatement(
  { author = '', timestamp: time }: VexDocument,
  content: JsonObject,
  foreign?: Foreign,
): ImportedAdvisory[] {
  const given = checked(vexStatement, content);
  const at = given.timestamp ?? time;
  if (at === undefined && foreign === undefined) {
    throw invalidField('timestamp', 'is required, here or in the document');
  }
  const answers = foreign?.answers ?? [given.action_statement ?? ''];
  const one = { ...given, answers, kept: keptIn(given['@id'] ?? '') };
  return one.products.flatMap(referencesOf).map((of) => advisoryOf(one, of, { author, at }));
}

/** The same whatever the order of the statements. @param parts of one advisory, each with one event at most. */
export function joinedVex(parts: readonly ImportedAdvisory[]): WithWarnings {
  const sorted = parts.length > 1 ? sortedParts(parts) : parts;
  const [first] = sorted;
  if (first === undefined) throw new Error('no statement to join');
  const unique = distinct(sorted.flatMap((part) => part.events));
  const { events, warnings } = settled(unique, nameOfEvent);
  const aliases = [...new Set(sorted.flatMap((part) => part.aliases))];
  const summary = sorted.find((part) => part.summary)?.summary;
  const fixedVersion = fixedVersionOf(events);
  return { advisory: { ...first, summary, aliases, events, fixedVersion }, warnings };
}

const sortedParts = (parts: readonly ImportedAdvisory[]) =>
  parts
    .map((part) => ({ part, key: orderOf(part) }))
    .toSorted((a, b) => compareTexts(a.key, b.key))
    .map(({ part }) => part);

/** By time. Of one time, as a vulnerability is dealt with, and then by all that is said. */
function orderOf(part: ImportedAdvisory): string {
  const [event] = part.events;
  const place = event === undefined ? '' : `${exactTimeOf(event)} ${placeInLife(event)}`;
  return `${place} ${canonical(part)}`;
}

/** What the event of a statement is about, for people. */
export function nameOfEvent({ origin = {} }: ImportedEvent): string {
  const { product = '', subcomponent } = origin;
  return subcomponent === undefined ? product : `${subcomponent} in ${product}`;
}

/** A repeated statement counts once. */
const distinct = (events: readonly ImportedEvent[]): ImportedEvent[] => [
  ...new Map(events.map((event) => [JSON.stringify(event), event])).values(),
];

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
